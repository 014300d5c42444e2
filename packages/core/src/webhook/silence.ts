import type { AlertDraft } from '../alert/alert.js'
import type { ArrivingAlert } from '../alert/arriving-alert.js'
import { formatDuration, OWN_ORIGIN, validNamesIn } from '../alert/own-alert.js'
import { readAlert } from '../alert/read-alert.js'
import type { Severity } from '../alert/severity.js'
import { ownValue } from '../json-value.js'
import type { WebhookConfig } from './webhook-config.js'

/** The event of the alert about a silent webhook (rules.md#webhook-silence). */
const SILENT_EVENT = 'WebhookSilent'

/** True if a delivery of the webhook can become overdue. */
export function expectsDeliveries({ enabled, expectEvery }: WebhookConfig): boolean {
  return enabled && expectEvery !== null
}

/**
 * True if a change of the configuration restarts the webhook's wait for its next delivery: it begins to expect
 * deliveries, no longer expects them, or expects them within another time.
 *
 * @param before `undefined` = the webhook is new
 */
export function restartsWait(before: WebhookConfig | undefined, after: WebhookConfig): boolean {
  const wasExpected = before !== undefined && expectsDeliveries(before)
  return wasExpected !== expectsDeliveries(after) || (wasExpected && before.expectEvery !== after.expectEvery)
}

/** The alert about an overdue delivery. No alert policy runs on it. */
export function silentWebhookAlert(config: WebhookConfig, waitingSince: string): AlertDraft {
  const { name, expectEvery, expectSeverity } = config
  const text = `No delivery from webhook ${name} since ${waitingSince}; one is expected every ${formatDuration(expectEvery ?? 0)}`
  return createSilenceAlert(config, expectSeverity, text)
}

/**
 * The alert that closes the alert of {@link silentWebhookAlert}.
 *
 * @param text why the webhook is no longer silent
 */
export function endOfSilentWebhookAlert(config: WebhookConfig, text: string): AlertDraft {
  return createSilenceAlert(config, 'ok', text)
}

/** Why a webhook is not silent after a change of its configuration. */
export function whyNotSilent({ name, enabled, expectEvery }: WebhookConfig): string {
  if (!enabled) return `webhook ${name} was disabled`
  return expectEvery === null
    ? `webhook ${name} expects no deliveries`
    : `webhook ${name} expects a delivery every ${formatDuration(expectEvery)} from now on`
}

/**
 * If a webhook sends an alert with the event `WebhookSilent`, sets the resource of this alert to the webhook
 * (rules.md#webhook-silence-8). Returns any other alert unchanged.
 *
 * @param webhookId the webhook that received the alert; `null` = none
 */
export function setOwnResource(arriving: ArrivingAlert, webhookId: string | null): ArrivingAlert {
  if (webhookId === null || arriving.event !== SILENT_EVENT) return arriving
  return { ...arriving, resource: webhookId }
}

function createSilenceAlert(config: WebhookConfig, severity: Severity, text: string): AlertDraft {
  const { id, name, defaultValues } = config
  const [environment = 'Production'] = validNamesIn(ownValue(defaultValues, 'environment'))
  const service = validNamesIn(ownValue(defaultValues, 'service'))
  return readAlert({
    ...{ environment, resource: id, event: SILENT_EVENT, service, severity, text },
    ...{ type: 'webhookAlert', group: 'Webhooks', origin: OWN_ORIGIN, timeout: 0 },
    // Keeps this alert apart from an alert that the webhook receives about itself (`setOwnResource`).
    fingerprint: id,
    attributes: { webhookName: name },
  })
}
