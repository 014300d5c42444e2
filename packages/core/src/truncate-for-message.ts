/** An error message shows at most this many characters of an invalid text. */
const LONGEST_SHOWN = 100

/** Shortens an invalid value for an error message: truncates a text, and replaces any other value by its type. */
export function truncateForMessage(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  return value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
}
