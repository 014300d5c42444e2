import type { Request } from 'express'
import { forwardedBy } from './forwarded.js'
import { readAuthority } from './read-authority.js'

/**
 * When answers name the host by which a request came in place of the base URL: behind a proxy that is trusted, or always,
 * for a server that listens on all addresses of its machine.
 */
export type FollowHost = 'never' | 'behindProxy' | 'always'

/** Decides whether to trust the proxy at an address, so many hops away; set by Express. */
type TrustProxy = (address: string, hop: number) => boolean

/**
 * Where a caller reaches the application, as its request says: scheme, host, port and the path of the application, without
 * a slash at the end.
 *
 * @returns `undefined` if it is not to be followed, or names no host
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
