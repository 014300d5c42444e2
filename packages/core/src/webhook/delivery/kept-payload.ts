import { BodyReader } from '../../body-reader.js'
import { isObject } from '../../json-value.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Histories, HistoryEntry } from './history.js'
import type { Payload } from './read-payload.js'

/** A reference to a payload in the history of a webhook. */
export interface PayloadReference {
  /** Index in payloadHistory; 0 = the newest. */
  readonly index: number
  /**
   * The time when the payload was received. If this time is given, it must equal the time of the payload at this index,
   * because the index of a payload changes when another payload is received.
   */
  readonly receivedAt: string | undefined
}

/** How a caller refers to a payload in the history of a webhook. */
export interface PayloadReferenceInput {
  /** Index in payloadHistory; 0 = the newest. */
  readonly history: number
  /**
   * The time when the payload was received. If this time is given, it must equal the time of the payload at this index.
   */
  readonly receivedAt?: string | null | undefined
}

/** True if a body is a reference `{history}` or `{history, receivedAt}`, and not a payload. */
export function isReference(body: unknown): boolean {
  if (!isObject(body) || !Number.isInteger(body.history)) return false
  return Object.keys(body).every((key) => key === 'history' || key === 'receivedAt')
}

/**
 * Reads a reference to a kept payload.
 *
 * @throws OpsgraphError `invalid`
 */
export function readReference(body: unknown): PayloadReference {
  const reader = new BodyReader(body)
  reader.refuseOthers(['history', 'receivedAt'])
  const index = reader.number('history')
  if (index === undefined || !Number.isInteger(index) || index < 0) {
    throw reader.fault('history', 'must be a place in payloadHistory, 0 for the newest')
  }
  return { index, receivedAt: reader.string('receivedAt') }
}

/**
 * Finds a kept payload.
 *
 * @throws OpsgraphError `notFound` if no payload has this index; `conflict` if another payload has this index now
 */
export function keptPayload(
  { payloads }: Histories,
  { index, receivedAt }: PayloadReference,
): HistoryEntry & { readonly payload: Payload } {
  const entry = payloads[index]
  if (entry === undefined || entry.payload === null) throw notFound(`payloadHistory[${index}]`)
  if (receivedAt !== undefined && receivedAt !== entry.receivedAt) {
    throw new OpsgraphError(
      'conflict',
      `payloadHistory[${index}] is another payload now: it was received at ${entry.receivedAt}`,
    )
  }
  return { ...entry, payload: entry.payload }
}
