import type { Request } from 'express'
import { isWildcard, readAuthority, readForwarded } from './forwarded.js'

/**
 * When URLs in answers use the origin of the request instead of the base URL:
 *
 * - `never`: for no request
 * - `behindProxy`: for requests through a trusted proxy
 * - `always`: for all requests; use it if the server listens on all addresses of its machine
 */
export type FollowHost = 'never' | 'behindProxy' | 'always'

/** The base URL for answers, and when the origin of a request replaces it. */
interface BaseUrlChoice {
  readonly baseUrl: string | (() => string)
  readonly followHost?: FollowHost
}

/** Whether to trust the proxy with this address, which is `hop` hops away. Express provides this function. */
type TrustProxy = (address: string, hop: number) => boolean

/**
 * Derives the URL under which a caller reaches the application from its request: scheme, host, port and mount path,
 * without a trailing slash.
 *
 * @returns `undefined` if `follow` excludes the request, or if the request names no valid host
 */
export function deriveOrigin(request: Request, follow: FollowHost): string | undefined {
  if (follow === 'never') return undefined
  const trust = request.app.get('trust proxy fn') as TrustProxy
  const isProxied = trust(request.socket.remoteAddress ?? '', 0)
  if (follow === 'behindProxy' && !isProxied) return undefined
  const forwarded = isProxied ? readForwarded(request, trust) : {}
  const authority = readAuthority(forwarded.host) ?? readAuthority(request.headers.host)
  if (authority === undefined) return undefined
  const ownProtocol = 'encrypted' in request.socket ? 'https' : 'http'
  const { scheme = ownProtocol, prefix = '' } = forwarded
  const port = authority.port ?? forwarded.port
  return `${scheme}://${authority.host}${port === undefined ? '' : `:${port}`}${prefix}${request.baseUrl}`
}

/**
 * Decides which URL answers use for the server. The first line that applies decides:
 *
 * - the configured base URL, if there is one
 * - the origin of the request, if the server listens on all addresses of its machine
 * - the origin of the request, if the request came through a trusted proxy
 * - the address that the server listens on
 *
 * @param host the address or name that the server listens on
 * @param listensAt returns the URL that the server listens on; not called before the port is bound
 */
export function reachedAs(
  { baseUrl, host }: { readonly baseUrl: string | undefined; readonly host: string },
  listensAt: () => string,
): BaseUrlChoice {
  if (baseUrl !== undefined) return { baseUrl }
  if (!isWildcard(host)) return { baseUrl: listensAt, followHost: 'behindProxy' }
  // This base URL is used only if a request names no valid host. `localhost` works on the same machine; a wildcard
  // address works nowhere.
  return { baseUrl: () => `http://localhost:${new URL(listensAt()).port}`, followHost: 'always' }
}
