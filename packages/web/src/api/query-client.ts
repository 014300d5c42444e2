import { type MutationObserver, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.js'
import { ApiError, isForItsKey } from './api-error.js'

/** Milliseconds between two looks at what changes by itself. */
export const REFRESH = 5_000
const ATTEMPTS = 3

/** What the server told last; a page shows that at once, and asks again behind its back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      retry: (failures, error) => failures < ATTEMPTS && isPassing(error),
      // What a server on this machine answers does not depend on the browser's idea of being online.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Whether the same request may well succeed in a moment: no answer, or a server that is busy. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}

/** What pages show the end of a request by. */
const shown = new Set<MutationObserver>()
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'observerAdded') shown.add(event.observer)
  if (event.type === 'observerRemoved') shown.delete(event.observer)
})
// What one key was refused says nothing of the next. Queries ask again; what somebody asked for waits until they do.
session.onAnotherKey(() => {
  for (const observer of shown) if (isForItsKey(observer.getCurrentResult().error)) observer.reset()
})
