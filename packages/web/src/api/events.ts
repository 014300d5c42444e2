import { session } from '../session/session.js'
import { createNoAnswerError, readFailure } from './api-error.js'
import { baseUrl } from './client.js'

export const EVENT_KINDS = ['alert', 'impact', 'topology', 'relation', 'config'] as const

/** What `GET /api/events` says about a change. An event has no content: who wants it reads the object. */
export interface LiveEvent {
  readonly kind: (typeof EVENT_KINDS)[number]
  /** The id of the object: of an alert or a topology; the name of a service, an environment or a list of settings. */
  readonly id: string
}

/**
 * Opens the stream of events.
 *
 * @returns the body of the answer, which does not end by itself
 * @throws ApiError if there is no such stream: the server refuses it or is away, or a proxy answers something else
 */
export async function openEvents(key: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: 'text/event-stream', ...(key !== undefined && { Authorization: `Key ${key}` }) }
  const response = await fetch(`${baseUrl}/api/events`, { headers, signal, cache: 'no-store' }).catch(() => {
    throw createNoAnswerError()
  })
  if (response.ok && response.body !== null && isStream(response)) return response.body
  // The key was deleted or has expired. The user has to sign in again, whichever page is open.
  if (response.status === 401) session.refuse(key)
  throw await readFailure(response)
}

function isStream({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/event-stream') ?? false
}
