import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import { isPort, readAuthority } from './read-authority.js'

/** What trusted proxies say of a request as it came to the first of them. */
export interface Forwarded {
  readonly scheme?: 'http' | 'https'
  /** As a header `Host` has it. */
  readonly host?: string
  readonly port?: number
  /** The path below which the first proxy serves the application. */
  readonly prefix?: string
}

type TrustProxy = (address: string, hop: number) => boolean
type Node = Readonly<Record<string, string>>

const LONGEST_PREFIX = 255

/**
 * Reads `X-Forwarded-*`, else `Forwarded` (RFC 7239). Each proxy adds an element at the end: those before the ones of trusted
 * proxies are what a caller sent, and count for nothing. Malformed values count as not sent.
 */
export function forwardedBy(request: Request, trust: TrustProxy): Forwarded {
  const { headers } = request
  const isLegacy = ['host', 'proto', 'port', 'prefix'].some((name) => headers[`x-forwarded-${name}`] !== undefined)
  const address = request.socket.remoteAddress ?? ''
  if (isLegacy) return legacyOf(headers, trustedHops([...listOf(headers['x-forwarded-for'])], address, trust))
  const nodes = nodesOf(headers.forwarded)
  const callers = nodes.map((node) => readAuthority(node.for)?.host.replace(/^\[|\]$/g, '') ?? '')
  const { proto, host } = elementOf(nodes, trustedHops(callers, address, trust)) ?? {}
  return toForwarded({ proto, host })
}

function legacyOf(headers: IncomingHttpHeaders, hops: number): Forwarded {
  const told = (name: string) => elementOf(listOf(headers[`x-forwarded-${name}`]), hops)
  return toForwarded({ proto: told('proto'), host: told('host'), port: told('port'), prefix: told('prefix') })
}

function toForwarded(told: {
  readonly proto?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly prefix?: string | undefined
}): Forwarded {
  const scheme = told.proto?.toLowerCase()
  const port = Number(told.port ?? Number.NaN)
  const isUsual = (scheme === 'https' && port === 443) || (scheme !== 'https' && port === 80)
  return {
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(readAuthority(told.host) !== undefined && { host: told.host ?? '' }),
    ...(isPort(port) && !isUsual && { port }),
    ...(told.prefix !== undefined && isPrefix(told.prefix) && { prefix: told.prefix.replace(/\/$/, '') }),
  }
}

/** How many proxies in a row are trusted; the nearest one is, and the callers of the others stand in `callers`. */
function trustedHops(callers: readonly string[], nearest: string, trust: TrustProxy): number {
  const chain = [...callers, nearest].reverse()
  const stranger = chain.findIndex((address, hop) => !trust(address, hop))
  return Math.max(1, stranger === -1 ? callers.length : stranger)
}

/** The element that the first of the trusted proxies added; one alone may be the last proxy's, who replaces what there was. */
function elementOf<T>(elements: readonly T[], hops: number): T | undefined {
  return elements[Math.max(0, elements.length - hops)]
}

function listOf(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  return String(header)
    .split(',')
    .map((element) => element.trim())
}

function nodesOf(header: string | undefined): readonly Node[] {
  return listOf(header).map((element) => {
    const pairs = element.split(';').map((pair) => {
      const equals = pair.indexOf('=')
      const value = pair.slice(equals + 1).trim()
      return [pair.slice(0, Math.max(0, equals)).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
    })
    return Object.fromEntries(pairs) as Node
  })
}

function isPrefix(text: string): boolean {
  if (text.length > LONGEST_PREFIX || !/^(?:\/[A-Za-z0-9._~-]+)+\/?$/.test(text)) return false
  return !text.split('/').some((part) => part === '.' || part === '..')
}
