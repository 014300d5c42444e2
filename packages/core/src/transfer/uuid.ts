const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the value if it is a UUID; otherwise `undefined`. Ids appear in URL paths. There, a text such as `a/b` would
 * be misread.
 */
export function uuidOf(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value : undefined
}
