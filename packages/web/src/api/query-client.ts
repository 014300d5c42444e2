import { type MutationObserver, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.js'
import { ApiError, isForItsKey } from './api-error.js'

/** Milliseconds between two requests for data that changes on the server. */
export const REFRESH = 5_000
const ATTEMPTS = 3

/** The cache of answers. A page shows the cached answer at once and requests it again in the background. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 1_000,
      retry: (failures, error) => failures < ATTEMPTS && isTransient(error),
      // A server on this machine answers even if the browser thinks that it is offline.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Whether the same request may succeed soon: there was no answer, or the server is busy (503). */
function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}

/** The observers of the mutations whose result a page shows. */
const observers = new Set<MutationObserver>()
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'observerAdded') observers.add(event.observer)
  if (event.type === 'observerRemoved') observers.delete(event.observer)
})
// A refusal of one key does not hold for the next. Queries run again automatically; a mutation runs again only if the
// user repeats it.
session.onAnotherKey(() => {
  for (const observer of observers) if (isForItsKey(observer.getCurrentResult().error)) observer.reset()
})
