import { LIMITS } from '../limits.js'

const HIGH_SURROGATES = { first: 0xd800, last: 0xdbff } as const

/**
 * How many UTF-16 units of a text a pattern looks at (rules.md#filter-operators-10): at most `LIMITS.filterText`, and
 * fewer if the pattern is so large that the comparison would need more than `LIMITS.filterSteps`.
 *
 * @param size the size of the pattern: RE2 instructions, or characters of a `LIKE` pattern
 */
export function seenLength(length: number, size: number): number {
  return Math.min(length, LIMITS.filterText, Math.floor(LIMITS.filterSteps / size))
}

/** The beginning of a text that a pattern looks at. Never ends with half of a surrogate pair. */
export function seenText(text: string, size: number): string {
  const length = seenLength(text.length, size)
  if (length === text.length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= HIGH_SURROGATES.first && last <= HIGH_SURROGATES.last ? length - 1 : length)
}
