const BYTES = 16

/** An id that nothing else has. Not by `crypto.randomUUID`, which browsers keep from pages that came over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
