import type { Opsgraph } from '@opsgraph/core'

export type EventChoice = Pick<Awaited<ReturnType<Opsgraph['followEvents']>>, 'key' | 'accepts' | 'warning'>
export type NoticedEvent = Parameters<EventChoice['accepts']>[0]
export type LiveEvent = NoticedEvent['event']

/**
 * Tells a reader to read everything anew. The field `data` is there because browsers ignore an event without it.
 *
 * @param warning what is probably wrong with the request of the reader
 */
export function resetText(warning?: string): string {
  return `event: reset\ndata: ${JSON.stringify({ warning })}\n\n`
}

export const COMMENT = ': the connection lives\n\n'

/** The events as a stream has them. There is no `id`: a reader that reconnects is told to read everything anew. */
export function eventsText(events: readonly LiveEvent[]): string {
  return events.map(({ kind, id, change, time }) => `data: ${JSON.stringify({ kind, id, change, time })}\n\n`).join('')
}
