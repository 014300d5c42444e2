import type { RejectedAlert } from '../mapping/draft-alerts.js'
import type { WebhookConfig } from '../webhook-config.js'
import type { Verdict } from './judge-delivery.js'
import type { Outcome } from './outcome.js'

/** A delivery that is judged, and not stored yet. */
export interface JudgedDelivery {
  readonly config: WebhookConfig
  readonly verdict: Verdict
  /** What the histories of its alerts call the sender. */
  readonly actor: string
}

/** What came of a delivery, once it is stored. */
export interface ReceivedDelivery {
  readonly webhookId: string
  readonly webhookName: string
  readonly outcome: Outcome
  /** One for each element that became an alert, in their order. */
  readonly alerts: readonly CreatedAlert[]
  readonly rejected: readonly RejectedAlert[]
}

/** An alert as the answer to a delivery shows it. */
export interface CreatedAlert {
  readonly id: string
  readonly resource: string
  readonly event: string
  readonly severity: string
}

/** What the histories of alerts call the webhook that they came through: it stays the same when its keys change. */
export function actorOf({ id }: WebhookConfig): string {
  return `webhook:${id}`
}

/** The outcome of a payload that was kept and is run again: both histories say so. */
export function asReplay(outcome: Outcome, receivedAt: string): Outcome {
  const { payloadEntry, errorEntry } = outcome
  const note = `replay of the payload received at ${receivedAt}`
  return {
    ...outcome,
    payloadEntry: payloadEntry && { ...payloadEntry, message: note },
    errorEntry: errorEntry && { ...errorEntry, message: `${note}: ${errorEntry.message}` },
  }
}
