/** Characters of a wrong value that a message repeats. */
const LONGEST = 100

/** A wrong value as a message may repeat it: short, whatever was sent. */
export function shown(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
