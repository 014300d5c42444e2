import { isIP } from 'node:net'

/** A host as in a URL, with an optional port. */
export interface Authority {
  readonly host: string
  readonly port: number | undefined
}

const LONGEST_HOST = 255
/** Addresses that a server can listen on, but that callers cannot use in a URL. */
const WILDCARDS = ['0.0.0.0', '::']

/** Reads the value of a `Host` header; `undefined` if it is malformed or a wildcard address. */
export function readAuthority(text: string | undefined): Authority | undefined {
  const [, bracketed, name = '', digits] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::([0-9]{1,5}))?$/i.exec(text ?? '') ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && !isPort(port)) return undefined
  if (bracketed !== undefined) {
    return isIP(bracketed) === 6 && !isWildcard(bracketed) ? { host: `[${bracketed}]`, port } : undefined
  }
  return isHost(name) ? { host: name.toLowerCase(), port } : undefined
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535
}

/** Whether a server with this host listens on all addresses of its machine. */
export function isWildcard(host: string): boolean {
  return WILDCARDS.includes(host) || (isIP(host) === 6 && /^[0:]+$/.test(host))
}

function isHost(name: string): boolean {
  if (name === '' || name.length > LONGEST_HOST || isWildcard(name)) return false
  if (isIP(name) === 4) return true
  // A name that consists of digits and dots is a mistyped IPv4 address.
  return !/^[0-9.]+$/.test(name) && name.split('.').every((label, at, all) => label !== '' || at === all.length - 1)
}
