import type { Route } from './define-route.js'

/**
 * Whether a route changes no data. At most it adds an audit entry, as an export does. So a caller may repeat a request
 * whose answer is lost.
 */
export function onlyReads({ method, scopes }: Pick<Route, 'method' | 'scopes'>): boolean {
  return method === 'get' || scopes?.every((scope) => scope.startsWith('read:')) === true
}
