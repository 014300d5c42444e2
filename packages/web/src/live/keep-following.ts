import { ApiError } from '../api/api-error.js'
import { followEvents, type StreamListener } from './follow-events.js'

/**
 * Whether the pages are told what changes. `connecting`: not yet; `refused`: the key may not read the events;
 * `interrupted`: the stream has ended, or cannot be opened, and is opened again and again.
 */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'refused'

export interface LiveListener extends StreamListener {
  state(state: LiveState): void
}

/** Milliseconds before the first and the longest pause between two attempts to open the stream. */
const PAUSES = { first: 1_000, longest: 30_000 }
/** A stream that has lasted so many milliseconds was a good one: after it, the pauses are short again. */
const STABLE = 30_000

/**
 * Keeps a stream of events open until the caller aborts. While there is none, it tries again after growing pauses. At
 * each attempt that fails, the listener is told that everything may have changed. So a page behind a proxy that lets no
 * stream through still reads its data anew, every 30 s.
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
    failures = Date.now() - began > STABLE ? 1 : failures + 1
    listener.state(error instanceof ApiError && error.status === 403 ? 'refused' : 'interrupted')
    // The first failure after a good stream is followed by another attempt in a moment, whose `reset` reads everything.
    if (failures > 1) listener.reset()
    await wait(computePause(failures), signal)
  }
}

/** The pause after so many failures. A part of it is random, so that not all browsers ask a restarted server at once. */
function computePause(failures: number): number {
  const grown = Math.min(PAUSES.longest, PAUSES.first * 2 ** (failures - 1))
  return grown * (0.75 + Math.random() / 4)
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
