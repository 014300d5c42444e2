import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { notFound } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import type { WebhookWarning } from '../../webhook/auth/secret-warnings.js'
import type { ErrorEntry, Histories, HistoryEntry } from '../../webhook/delivery/history.js'
import { type ShownConfig, showConfig } from '../../webhook/show-config.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import type { Dependencies } from '../dependencies.js'

/** A webhook as callers read it: with its histories, and without secrets. */
export interface ShownWebhook extends ShownConfig {
  readonly payloadHistory: readonly HistoryEntry[]
  readonly errorHistory: readonly ErrorEntry[]
  /** The alert policies of the webhook, in the order in which they run, if the caller has asked for them or sent them. */
  readonly policies?: readonly AlertPolicy[]
}

/** The result of creating or changing a webhook. */
export interface SavedWebhook extends ShownWebhook {
  /** Faults of the configuration that do not prevent saving it, but should be corrected. */
  readonly warnings: readonly WebhookWarning[]
}

export function shownWebhook(
  { secretKeys }: Dependencies,
  config: WebhookConfig,
  { payloads, errors }: Histories,
): ShownWebhook {
  return { ...showConfig(config, secretKeys), payloadHistory: payloads, errorHistory: errors }
}

/**
 * Reads a configuration, inside a transaction or a snapshot.
 *
 * @throws OpsgraphError `notFound`
 */
export async function knownConfig(parts: StoreParts, id: string): Promise<WebhookConfig> {
  const config = await parts.webhooks.read(id)
  if (config === undefined) throw notFound('webhook')
  return config
}
