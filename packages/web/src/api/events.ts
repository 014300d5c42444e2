import { session } from '../session/session.js'
import { createNoAnswerError, readFailure } from './api-error.js'
import { baseUrl } from './client.js'

export const EVENT_KINDS = ['alert', 'impact', 'topology', 'relation', 'config'] as const

/** An event of the stream `GET /api/events`. It names the object that has changed, but does not contain it. */
export interface LiveEvent {
  readonly kind: (typeof EVENT_KINDS)[number]
  /** The id of an alert or a topology, or the name of a service, an environment or a list of settings. */
  readonly id: string
}

/**
 * Opens the stream of events.
 *
 * @returns the body of the answer, which stays open until the connection ends
 * @throws ApiError if the server refuses the stream or cannot be reached, or if a proxy sends another answer
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
