import type { Route } from './define-route.js'

/** Whether a route changes nothing that a caller could miss if its answer gets lost. */
export function onlyReads({ method, scope }: Pick<Route, 'method' | 'scope'>): boolean {
  return method === 'get' || scope?.startsWith('read:') === true
}
