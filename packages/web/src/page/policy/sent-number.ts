/**
 * Returns the number that a user has typed. Any other text is returned as it is, so that the request contains it and
 * the server reports the fault.
 */
export function sentNumber(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : (text as unknown as number)
}
