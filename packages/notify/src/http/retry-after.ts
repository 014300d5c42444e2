/** The statuses whose header `Retry-After` counts. */
const BUSY_STATUSES = [429, 503]

/**
 * Returns after how many seconds a receiver wants the next try.
 *
 * @param text the header `Retry-After`: seconds, or a date
 * @returns `null` if the receiver does not say
 */
export function readRetryAfter(status: number, text: string | undefined, now: Date): number | null {
  if (text === undefined || !BUSY_STATUSES.includes(status)) return null
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  const time = /^[A-Z][a-z]{2},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now.getTime()) / 1_000))
}
