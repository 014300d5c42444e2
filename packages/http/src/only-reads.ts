import type { Route } from './define-route.js'

/** Whether a route stores nothing. If so, a caller may repeat a request whose answer is lost. */
export function onlyReads({ method, scope }: Pick<Route, 'method' | 'scope'>): boolean {
  return method === 'get' || scope?.startsWith('read:') === true
}
