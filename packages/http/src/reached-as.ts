import type { AppOptions } from './create-app.js'
import { isWildcard } from './read-authority.js'

/**
 * The URL under which callers reach a server: the configured base URL, else the address that it listens on or the
 * origin of the request.
 *
 * @param host the address or name that it listens on
 * @param listensAt the URL of the bound port, available after the port is bound
 */
export function reachedAs(
  { baseUrl, host }: { readonly baseUrl: string | undefined; readonly host: string },
  listensAt: () => string,
): Pick<AppOptions, 'baseUrl' | 'followHost'> {
  if (baseUrl !== undefined) return { baseUrl }
  if (!isWildcard(host)) return { baseUrl: listensAt, followHost: 'behindProxy' }
  // A wildcard address cannot be called; `localhost` works on the same machine.
  return { baseUrl: () => `http://localhost:${new URL(listensAt()).port}`, followHost: 'always' }
}
