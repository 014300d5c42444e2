import { BodyReader } from '../../body-reader.js'
import { isObject } from '../../json-value.js'
import { notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Histories, HistoryEntry } from '../../webhook/history.js'
import type { Payload } from '../../webhook/read-payload.js'

/** Which kept payload is meant. */
export interface PayloadReference {
  /** Its place in payloadHistory; 0 = the newest. */
  readonly index: number
  /** When it was received, for who wants to be sure: places move when something is received. */
  readonly receivedAt: string | undefined
}

/** Whether a body is `{history}` or `{history, receivedAt}`, rather than a payload. */
export function isReference(body: unknown): boolean {
  if (!isObject(body) || !Number.isInteger(body.history)) return false
  return Object.keys(body).every((key) => key === 'history' || key === 'receivedAt')
}

/** @throws OpsgraphError `invalid` */
export function readReference(body: unknown): PayloadReference {
  const reader = new BodyReader(body)
  reader.refuseOthers(['history', 'receivedAt'])
  const index = reader.number('history')
  if (index === undefined || !Number.isInteger(index) || index < 0) {
    throw reader.fault('history', 'must be a place in payloadHistory, 0 for the newest')
  }
  return { index, receivedAt: reader.string('receivedAt') }
}

/** @throws OpsgraphError `notFound`; `conflict` when another payload has come to this place */
export function keptPayload(
  { payloads }: Histories,
  { index, receivedAt }: PayloadReference,
): HistoryEntry & { readonly payload: Payload } {
  const entry = payloads[index]
  if (entry === undefined || entry.payload === null) throw notFound(`payloadHistory[${index}]`)
  if (receivedAt !== undefined && receivedAt !== entry.receivedAt) {
    throw new OpsgraphError('conflict', `payloadHistory[${index}] was received at ${entry.receivedAt}, not then`)
  }
  return { ...entry, payload: entry.payload }
}
