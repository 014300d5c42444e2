import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../api/query-client.js'
import { useSession } from '../session/session.js'
import { ChangedQueries } from './changed-queries.js'
import type { LiveState } from './keep-following.js'
import { shareStream } from './share-stream.js'

/** Keeps the data of this tab up to date. Pages show the state of these live updates. */
class LiveUpdates {
  #state: LiveState = 'connecting'
  readonly #listeners = new Set<() => void>()

  readonly current = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Begins to send live queries again when events say that their answers have changed.
   *
   * @returns a function that ends this
   */
  start(key: string | undefined): () => void {
    const end = new AbortController()
    const changed = new ChangedQueries(queryClient)
    this.#setState('connecting')
    void shareStream(key, end.signal, {
      state: (state) => this.#setState(state),
      reset: () => changed.markChanged(undefined),
      event: (event) => changed.markChanged(event),
    })
    return () => {
      end.abort()
      changed.stop()
    }
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

const live = new LiveUpdates()

export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, live.current)
}

/** Keeps the data of all pages up to date while the console is shown, with the API key of the session. */
export function useLiveUpdates(): void {
  const { key, isRefused } = useSession()
  useEffect(() => (isRefused ? undefined : live.start(key)), [key, isRefused])
}
