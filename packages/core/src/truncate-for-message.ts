/** The maximum number of characters of a wrong value that an error message repeats. */
const LONGEST = 100

/** A form of an invalid value that is short enough for an error message: truncated text, or the name of its type. */
export function truncateForMessage(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
