import { type MutationObserver, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.js'
import { ApiError, isKeyError } from './api-error.js'

const ATTEMPTS = 3

/** The cache of answers. A page shows a cached answer immediately, and requests the data again in the background. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      retry: (failures, error) => failures < ATTEMPTS && isTransient(error),
      // Send requests even if the browser thinks that it is offline: a server on the same machine still answers.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Whether the same request may succeed if it is sent again at once: there was no answer, or the server is busy (503). A
 * request that was given up is not repeated, because the user has already waited long and should see the error.
 */
function isTransient(error: Error): boolean {
  return error instanceof ApiError && !error.isGivenUp && (error.status === 0 || error.status === 503)
}

/**
 * The mutation observers of the mounted pages. Each observer has the result of the last mutation, which its page shows.
 */
const observers = new Set<MutationObserver>()
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'observerAdded') observers.add(event.observer)
  if (event.type === 'observerRemoved') observers.delete(event.observer)
})
// When the user enters another key, remove errors that were caused by the previous key. Queries are then sent again
// automatically. A mutation is sent again only if the user repeats it.
session.onAnotherKey(() => {
  for (const observer of observers) if (isKeyError(observer.getCurrentResult().error)) observer.reset()
})
