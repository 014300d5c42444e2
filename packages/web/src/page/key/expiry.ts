const DAY = 86_400_000

/** The number of days until a key expires, or `never`. */
export type Expiry = '7' | '30' | '90' | '365' | 'never'

export const EXPIRIES: readonly { readonly value: Expiry; readonly label: string }[] = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

/**
 * Returns the `expireTime` of a key, or `null` if the key never expires.
 *
 * @param now milliseconds since 1970
 */
export function expireTimeOf(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY).toISOString()
}
