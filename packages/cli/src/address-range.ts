import { isIP } from 'node:net'

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/** Whether a text is an IP address or a range such as 10.0.0.0/8. A range of all addresses counts as neither. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return false
  if (prefix === undefined) return true
  return /^[0-9]{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (ADDRESS_BITS[version] ?? 0)
}
