const BYTES = 16

/**
 * Creates a unique id. It does not use `crypto.randomUUID`, because browsers provide this function only to pages that
 * were loaded over HTTPS or from the same machine.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
