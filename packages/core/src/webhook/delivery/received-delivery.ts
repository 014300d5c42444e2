import type { RejectedAlert } from '../mapping/draft-alerts.js'
import type { WebhookConfig } from '../webhook-config.js'
import type { Verdict } from './judge-delivery.js'
import type { Outcome } from './outcome.js'

/** A delivery that has been judged, but is not stored yet. */
export interface JudgedDelivery {
  readonly config: WebhookConfig
  readonly verdict: Verdict
  /** The actor in the histories of the alerts: `webhook:<id>`, or, for a replay, the user of the caller. */
  readonly actor: string
}

/** The result of a stored delivery. */
export interface ReceivedDelivery {
  readonly webhookId: string
  readonly webhookName: string
  readonly outcome: Outcome
  /** The created alerts, in the order of the payload's elements. */
  readonly alerts: readonly CreatedAlert[]
  readonly rejected: readonly RejectedAlert[]
  /** The number of alerts that alert policies dropped. */
  readonly ignored: number
  /** The number of outdated alerts: a newer state was there before, so they changed nothing. */
  readonly outdated: number
}

/** A created alert in the response to a delivery. */
export interface CreatedAlert {
  readonly id: string
  readonly resource: string
  readonly event: string
  readonly severity: string
}

/**
 * The name of the webhook in the histories of the alerts that it creates. The name does not depend on the API key of
 * the webhook, so it stays the same if the webhook is bound to another key.
 */
export function actorOf({ id }: Pick<WebhookConfig, 'id'>): string {
  return `webhook:${id}`
}

/**
 * Adds a note to both history entries of an outcome. The note says that the delivery is a replay of a stored payload.
 * A replay is no delivery of the sender.
 */
export function asReplay(outcome: Outcome, receivedAt: string): Outcome {
  const { payloadEntry, errorEntry } = outcome
  const note = `replay of the payload received at ${receivedAt}`
  return {
    ...outcome,
    deliveredAt: null,
    payloadEntry: payloadEntry && { ...payloadEntry, message: withNote(note, payloadEntry.message) },
    errorEntry: errorEntry && { ...errorEntry, message: withNote(note, errorEntry.message) },
  }
}

function withNote(note: string, message: string | null): string {
  return message === null ? note : `${note}: ${message}`
}
