/** Characters of a wrong value that a message repeats. */
const LONGEST = 100

/** An invalid value in a form short enough to repeat in an error message: truncated text, or the name of the type. */
export function truncateForMessage(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
}
