import type { Opsgraph } from '@opsgraph/core'

export type EventChoice = Pick<Awaited<ReturnType<Opsgraph['followEvents']>>, 'key' | 'accepts' | 'warning'>
export type NoticedEvent = Parameters<EventChoice['accepts']>[0]
export type LiveEvent = NoticedEvent['event']

/**
 * Encodes the event that tells a reader to read everything. It has `data`, because browsers ignore an event without it.
 *
 * @param warning what is probably wrong with the request of the reader
 */
export function resetText(warning?: string): string {
  return `event: reset\ndata: ${JSON.stringify({ warning })}\n\n`
}

export const KEEP_ALIVE_COMMENT = ': the connection lives\n\n'

/** Encodes events for a stream, without `id` lines: a reader that reconnects gets `reset`, and reads everything. */
export function eventsText(events: readonly LiveEvent[]): string {
  return events.map(({ kind, id, change, time }) => `data: ${JSON.stringify({ kind, id, change, time })}\n\n`).join('')
}
