import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { requireFound } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import { type Histories, NO_HISTORIES } from '../../webhook/delivery/history.js'
import { showConfig } from '../../webhook/show-config.js'
import type { FieldOnlyInLists, WebhookConfig, WebhookFields } from '../../webhook/webhook-config.js'
import type { WebhookWarning } from '../../webhook/webhook-warnings.js'
import type { Dependencies } from '../dependencies.js'

/**
 * The alert policies of a webhook, in the order in which they run. Present only if the caller has asked for them or
 * sent them.
 */
export interface WithOptionalPolicies {
  readonly policies?: readonly AlertPolicy[]
}

/** A webhook in an answer: with its histories, and without secrets. */
export type ShownWebhook = Omit<WebhookFields, FieldOnlyInLists> & WithOptionalPolicies

/** The result of creating or changing a webhook. */
export type SavedWebhook = ShownWebhook & {
  /** Values of the configuration that are accepted, but should be changed. */
  readonly warnings: readonly WebhookWarning[]
}

export function showWebhook(
  { secretKeys }: Dependencies,
  config: WebhookConfig,
  { payloads, errors, silentSince }: Deliveries,
): ShownWebhook {
  return { ...showConfig(config, secretKeys), payloadHistory: payloads, errorHistory: errors, silentSince }
}

/** The stored data about the deliveries of a webhook. */
interface Deliveries extends Histories, Pick<ShownWebhook, 'silentSince'> {}

export async function readDeliveries({ webhooks }: StoreParts, id: string): Promise<Deliveries> {
  const histories = await webhooks.histories(id)
  return { ...histories, silentSince: (await webhooks.silentSince([id])).get(id) ?? null }
}

export const NO_DELIVERIES: Deliveries = { ...NO_HISTORIES, silentSince: null }

/**
 * Reads a configuration, inside a transaction or a snapshot.
 *
 * @throws OpsgraphError `notFound`
 */
export async function requireConfig(parts: StoreParts, id: string): Promise<WebhookConfig> {
  return requireFound(await parts.webhooks.read(id), 'webhook')
}
