import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The properties of the request that the first trusted proxy received, as the proxies report them. A field is missing
 * if no proxy reports it.
 */
export interface Forwarded {
  readonly scheme?: 'http' | 'https'
  /** A host with an optional port, as in the header `Host`. */
  readonly host?: string
  readonly port?: number
  /** The path prefix under which the first proxy serves the application. */
  readonly prefix?: string
}

type TrustProxy = (address: string, hop: number) => boolean
type ForwardedElement = Readonly<Record<string, string>>

const MAX_PREFIX_CHARACTERS = 255

/**
 * Reads the headers `X-Forwarded-Host`, `X-Forwarded-Proto`, `X-Forwarded-Port` and `X-Forwarded-Prefix`. If the
 * request has none of them, reads the header `Forwarded` (RFC 7239). Each proxy appends one element to these headers.
 * Elements before those of the trusted proxies are ignored, because the caller may have forged them. Malformed values
 * are ignored too. Express knows which proxies are trusted, but it reads neither port nor prefix nor `Forwarded`.
 */
export function readForwarded(request: Request, trust: TrustProxy): Forwarded {
  const { headers } = request
  const isLegacy = ['host', 'proto', 'port', 'prefix'].some((name) => headers[`x-forwarded-${name}`] !== undefined)
  const address = request.socket.remoteAddress ?? ''
  if (isLegacy)
    return readLegacyHeaders(headers, countTrustedHops([...splitList(headers['x-forwarded-for'])], address, trust))
  const nodes = readForwardedElements(headers.forwarded)
  const callers = nodes.map((node) => readAuthority(node.for)?.host.replace(/^\[|\]$/g, '') ?? '')
  const { proto, host } = selectElement(nodes, countTrustedHops(callers, address, trust)) ?? {}
  return toForwarded({ proto, host })
}

function readLegacyHeaders(headers: IncomingHttpHeaders, hops: number): Forwarded {
  const read = (name: string) => selectElement(splitList(headers[`x-forwarded-${name}`]), hops)
  return toForwarded({ proto: read('proto'), host: read('host'), port: read('port'), prefix: read('prefix') })
}

function toForwarded(reported: {
  readonly proto?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly prefix?: string | undefined
}): Forwarded {
  const scheme = reported.proto?.toLowerCase()
  const port = Number(reported.port ?? Number.NaN)
  const isUsual = (scheme === 'https' && port === 443) || (scheme !== 'https' && port === 80)
  return {
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(readAuthority(reported.host) !== undefined && { host: reported.host ?? '' }),
    ...(isPort(port) && !isUsual && { port }),
    ...(reported.prefix !== undefined && isPrefix(reported.prefix) && { prefix: reported.prefix.replace(/\/$/, '') }),
  }
}

/**
 * Counts the consecutive trusted proxies, beginning with the one that is connected to this server; at least 1.
 *
 * @param callers the addresses that the proxies report; the last one is the closest to this server
 * @param connected the address of the proxy that is connected to this server
 */
function countTrustedHops(callers: readonly string[], connected: string, trust: TrustProxy): number {
  const chain = [...callers, connected].reverse()
  const untrusted = chain.findIndex((address, hop) => !trust(address, hop))
  return Math.max(1, untrusted === -1 ? callers.length : untrusted)
}

/**
 * Returns the header element that the first trusted proxy has added. If there are fewer elements than trusted proxies,
 * a proxy has replaced the header instead of appending to it, and the first element is used.
 */
function selectElement<T>(elements: readonly T[], hops: number): T | undefined {
  return elements[Math.max(0, elements.length - hops)]
}

function splitList(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return []
  return String(header)
    .split(',')
    .map((element) => element.trim())
}

function readForwardedElements(header: string | undefined): readonly ForwardedElement[] {
  return splitList(header).map((element) => {
    const pairs = element.split(';').map((pair) => {
      const equals = pair.indexOf('=')
      const value = pair.slice(equals + 1).trim()
      return [pair.slice(0, Math.max(0, equals)).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
    })
    return Object.fromEntries(pairs) as ForwardedElement
  })
}

function isPrefix(text: string): boolean {
  if (text.length > MAX_PREFIX_CHARACTERS || !/^(?:\/[A-Za-z0-9._~-]+)+\/?$/.test(text)) return false
  return !text.split('/').some((part) => part === '.' || part === '..')
}

/** A host as in a URL, with an optional port. */
export interface Authority {
  readonly host: string
  readonly port: number | undefined
}

const MAX_HOST_CHARACTERS = 255
/** Addresses that a server can listen on, but that callers cannot use in a URL. */
const WILDCARD_ADDRESSES = ['0.0.0.0', '::']

/** Reads the value of a `Host` header; `undefined` if it is malformed or a wildcard address. */
export function readAuthority(text: string | undefined): Authority | undefined {
  const [, bracketed, name = '', digits] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::([0-9]{1,5}))?$/i.exec(text ?? '') ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && !isPort(port)) return undefined
  if (bracketed !== undefined) {
    return isIP(bracketed) === 6 && !isWildcard(bracketed) ? { host: `[${bracketed}]`, port } : undefined
  }
  return isHostName(name) ? { host: name.toLowerCase(), port } : undefined
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

/** Whether a server with this host listens on all addresses of its machine. */
export function isWildcard(host: string): boolean {
  return WILDCARD_ADDRESSES.includes(host) || (isIP(host) === 6 && /^[0:]+$/.test(host))
}

function isHostName(name: string): boolean {
  if (name === '' || name.length > MAX_HOST_CHARACTERS || isWildcard(name)) return false
  if (isIP(name) === 4) return true
  // A name that consists of digits and dots is a mistyped IPv4 address.
  return !/^[0-9.]+$/.test(name) && name.split('.').every((label, at, all) => label !== '' || at === all.length - 1)
}
