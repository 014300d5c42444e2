import { ApiError } from '../api/api-error.js'
import { followEvents, type StreamListener } from './follow-events.js'

/**
 * The state of the live updates. `connecting`: the stream is not open yet. `refused`: the key may not read the events.
 * `interrupted`: the stream has ended or cannot be opened, and the console tries again and again.
 */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'refused'

export interface LiveListener extends StreamListener {
  state(state: LiveState): void
}

/** The first and the longest pause between two attempts to open the stream, in milliseconds. */
const PAUSES = { first: 1_000, longest: 30_000 }
/** After a stream that has lasted longer than this number of milliseconds, the pauses are short again. */
const MIN_STABLE_TIME = 30_000

/**
 * Keeps a stream of events open until the caller aborts. If the stream ends or cannot be opened, tries again after
 * growing pauses. After each failed attempt, it tells the listener that everything may have changed. So even behind a
 * proxy that blocks the stream, a page reads its data again every 30 seconds.
 */
export async function keepFollowing(key: string | undefined, signal: AbortSignal, listener: LiveListener) {
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now()
    const opened = () => {
      listener.state('live')
      listener.reset()
    }
    const { event, alive } = listener
    const error = await followEvents(key, signal, { event, alive, reset: opened }).catch((reason: unknown) => reason)
    if (signal.aborted) return
    failures = Date.now() - began > MIN_STABLE_TIME ? 1 : failures + 1
    listener.state(error instanceof ApiError && error.status === 403 ? 'refused' : 'interrupted')
    // After the first failure, the next attempt follows within a second, and its `reset` makes the pages read
    // everything again.
    if (failures > 1) listener.reset()
    await wait(computePause(failures), signal)
  }
}

/**
 * Returns the pause after this number of failures, in milliseconds. A part of it is random, so that not all browsers
 * connect to a restarted server at the same moment.
 */
function computePause(failures: number): number {
  const grown = Math.min(PAUSES.longest, PAUSES.first * 2 ** (failures - 1))
  return grown * (0.75 + Math.random() / 4)
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
