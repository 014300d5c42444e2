const BYTES = 16

/**
 * Creates a unique id. Does not use `crypto.randomUUID`, which browsers do not offer to pages loaded over plain HTTP.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
