import { isIP } from 'node:net'

/** Trusted proxies: a hop count, or addresses and CIDR ranges. */
export type TrustProxy = number | readonly string[]

/** Names of address ranges that Express knows. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']
/** Maximum hop count; a greater number is probably a mistake. */
const MAX_HOPS = 10
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/**
 * Parses the trusted proxies.
 *
 * @returns `undefined` if the text is invalid, or if it contains a range of all addresses, such as `0.0.0.0/0`
 */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^[0-9]+$/.test(text)) return Number(text) >= 1 && Number(text) <= MAX_HOPS ? Number(text) : undefined
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every((range) => NAMED_RANGES.includes(range) || isRange(range)) ? ranges : undefined
}

/** Whether a text is an address, or a range such as 10.0.0.0/8. The range of all addresses is refused. */
function isRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return false
  if (prefix === undefined) return true
  return /^[0-9]{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (BITS[version] ?? 0)
}
