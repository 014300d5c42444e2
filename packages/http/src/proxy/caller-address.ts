import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The number of 16-bit groups in a /64 prefix of an IPv6 address. Providers usually assign a /64 network to one
 * customer.
 */
const GROUPS_OF_NETWORK = 4
const GROUPS_OF_ADDRESS = 8

/**
 * The IP address of the caller. Behind trusted proxies, this is the address that the proxies report. `null` if the
 * address is not valid.
 */
export function callerAddressOf({ ip = '' }: Request): string | null {
  return isIP(ip) === 0 ? null : ip
}

/** The key that identifies a caller in rate limits: an IPv4 address, or the /64 network of an IPv6 address. */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('::')
  const [first, last] = [splitGroups(head), splitGroups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS_OF_ADDRESS - first.length - last.length)
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return groups
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function splitGroups(part: string): readonly string[] {
  return part === '' ? [] : part.split(':')
}
