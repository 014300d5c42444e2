import type { AppOptions } from '../create-app.js'
import { isWildcard } from './read-authority.js'

/**
 * Decides which URL the answers use for the server:
 *
 * - the configured base URL, if there is one
 * - the origin of the request, if the server listens on all addresses of its machine
 * - the origin of the request, if the request came through a trusted proxy
 * - the address that the server listens on, in all other cases
 *
 * @param host the address or name that the server listens on
 * @param listensAt returns the URL that the server listens on; not called before the port is bound
 */
export function reachedAs(
  { baseUrl, host }: { readonly baseUrl: string | undefined; readonly host: string },
  listensAt: () => string,
): Pick<AppOptions, 'baseUrl' | 'followHost'> {
  if (baseUrl !== undefined) return { baseUrl }
  if (!isWildcard(host)) return { baseUrl: listensAt, followHost: 'behindProxy' }
  // This base URL is used only if a request names no valid host. Callers cannot use a wildcard address in a URL, but
  // `localhost` works on the same machine.
  return { baseUrl: () => `http://localhost:${new URL(listensAt()).port}`, followHost: 'always' }
}
