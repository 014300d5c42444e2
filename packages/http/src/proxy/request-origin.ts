import type { Request } from 'express'
import { forwardedBy } from './forwarded.js'
import { readAuthority } from './read-authority.js'

/**
 * Which URLs in answers start with the origin of the request instead of the base URL:
 *
 * - `never`: none
 * - `behindProxy`: the URLs in answers to requests through a trusted proxy
 * - `always`: all; for a server that listens on all addresses of its machine
 */
export type FollowHost = 'never' | 'behindProxy' | 'always'

/** Whether to trust a proxy with this address at this distance in hops. Express provides the function. */
type TrustProxy = (address: string, hop: number) => boolean

/**
 * The URL under which a caller reaches the application, derived from its request: scheme, host, port and mount path,
 * without a trailing slash.
 *
 * @returns `undefined` if `follow` excludes the request, or if the request names no valid host
 */
export function originOf(request: Request, follow: FollowHost): string | undefined {
  if (follow === 'never') return undefined
  const trust = request.app.get('trust proxy fn') as TrustProxy
  const isProxied = trust(request.socket.remoteAddress ?? '', 0)
  if (follow === 'behindProxy' && !isProxied) return undefined
  const forwarded = isProxied ? forwardedBy(request, trust) : {}
  const authority = readAuthority(forwarded.host) ?? readAuthority(request.headers.host)
  if (authority === undefined) return undefined
  const own = 'encrypted' in request.socket ? 'https' : 'http'
  const { scheme = own, prefix = '' } = forwarded
  const port = authority.port ?? forwarded.port
  return `${scheme}://${authority.host}${port === undefined ? '' : `:${port}`}${prefix}${request.baseUrl}`
}
