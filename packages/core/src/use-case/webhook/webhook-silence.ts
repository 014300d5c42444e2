import { LIMITS } from '../../limits.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { endOfSilentWebhookAlert, silentWebhookAlert, whyNotSilent } from '../../webhook/silence.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { endOwnAlerts, raiseInBatches, raiseOwnAlerts } from '../alert/own-alerts.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Opens an alert for every webhook whose next delivery is overdue (rules.md#webhook-silence). A server calls this
 * function repeatedly. If several servers call it at the same time, only one of them does the work. A webhook is marked
 * as silent in the transaction that opens its alert, so that each silence gets one alert only.
 *
 * @returns the number of webhooks that have become silent
 */
export async function noticeSilence(dependencies: Dependencies): Promise<number> {
  return await raiseInBatches(dependencies, async (parts) => {
    // With this lock, no other transaction can change a webhook until this one ends. Otherwise, a webhook that is
    // disabled meanwhile would stay silent for ever.
    await parts.lock('webhooks')
    const overdue = await parts.webhooks.overdue(timestamp(dependencies.clock()), LIMITS.dueAlerts)
    if (overdue.length > 0) await parts.webhooks.silence(overdue.map(({ config }) => config.id))
    const alerts = overdue.map(({ config, waitingSince }) => silentWebhookAlert(config, waitingSince))
    await raiseOwnAlerts(dependencies, parts, alerts)
    return overdue.length
  })
}

/** The end of a silence of a webhook. */
export interface SilenceEnd {
  readonly config: WebhookConfig
  /** The name of the user or webhook that ended the silence, for the history of the alert. */
  readonly actor: string
  /** Why the webhook is no longer silent. */
  readonly text: string
}

/** A restart of the wait of a webhook. Without `text`, the reason is a change of the configuration. */
type WaitStart = Omit<SilenceEnd, 'text'> & Partial<Pick<SilenceEnd, 'text'>>

/**
 * Restarts the wait of a webhook for its next delivery, inside a transaction. If the webhook was silent until now, the
 * alert about its silence closes.
 */
export async function restartSilenceWait(
  dependencies: Dependencies,
  parts: StoreTransaction,
  end: WaitStart,
): Promise<void> {
  const { config, actor, text = whyNotSilent(config) } = end
  const wasSilent = await parts.webhooks.waitFrom(config.id, timestamp(dependencies.clock()))
  if (wasSilent) await endSilences(dependencies, parts, [{ config, actor, text }])
}

/**
 * Closes the alerts about webhooks that are no longer silent, inside a transaction (rules.md#webhook-silence-5). An
 * alert that a person has closed does not change.
 */
export async function endSilences(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ends: readonly SilenceEnd[],
): Promise<void> {
  const own = ends.map(({ config, actor, text }) => ({ draft: endOfSilentWebhookAlert(config, text), actor }))
  await endOwnAlerts(dependencies, parts, own)
}
