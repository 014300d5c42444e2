/** An error message shows at most this many characters of an invalid text. */
const MAX_SHOWN_CHARACTERS = 100

/** Shortens an invalid value for an error message: truncates a text, and replaces any other value by its type. */
export function truncateForMessage(value: unknown): string {
  if (typeof value !== 'string') return typeof value
  return value.length > MAX_SHOWN_CHARACTERS ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value
}
