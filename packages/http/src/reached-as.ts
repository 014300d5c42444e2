import type { AppOptions } from './create-app.js'
import { isWildcard } from './read-authority.js'

/**
 * How callers reach a server: as its base URL says, else at the address that it listens on, or as the request says.
 *
 * @param host the address or name that it listens on
 * @param listensAt known once a port is bound
 */
export function reachedAs(
  { baseUrl, host }: { readonly baseUrl: string | undefined; readonly host: string },
  listensAt: () => string,
): Pick<AppOptions, 'baseUrl' | 'followHost'> {
  if (baseUrl !== undefined) return { baseUrl }
  if (!isWildcard(host)) return { baseUrl: listensAt, followHost: 'behindProxy' }
  // Nobody can call all addresses at once; this name leads here from the same machine.
  return { baseUrl: () => `http://localhost:${new URL(listensAt()).port}`, followHost: 'always' }
}
