import { RE2JS, RE2JSException } from 're2js'
import { LIMITS } from '../limits.js'

const HIGH_SURROGATES = { first: 0xd800, last: 0xdbff } as const

/**
 * A compiled RE2 regular expression. A search takes at most (size × length of text) steps, and never more than
 * `LIMITS.filterSteps`.
 */
export interface Regex {
  /** Number of RE2 instructions. */
  readonly size: number
  /** Number of groups that capture a part of the text. */
  readonly groups: number
  /** True if the pattern matches anywhere in the {@link searchedText}, which is the beginning of a long text. */
  test(text: string): boolean
  /**
   * The text that the first group captures in the first match; `undefined` if the pattern does not match in the
   * {@link searchedText}, or if the group captures nothing.
   */
  firstGroup(text: string): string | undefined
}

/**
 * Compiles a pattern.
 *
 * @throws RE2JSException if the pattern is not valid; {@link measureRegex} returns a fault for such a pattern
 */
export function compileRegex(pattern: string): Regex {
  const regex = RE2JS.compile(pattern)
  const size = regex.programSize()
  return {
    size,
    groups: regex.groupCount(),
    test: (text) => regex.test(searchedText(text, size)),
    firstGroup: (text) => {
      const matcher = regex.matcher(searchedText(text, size))
      return matcher.find() ? (matcher.group(1) ?? undefined) : undefined
    },
  }
}

type MeasuredRegex = Pick<Regex, 'size' | 'groups'>

/**
 * Returns the size of the compiled pattern and the number of its groups, or what is wrong with the pattern. The fault
 * completes a sentence that begins with the path of the value, for example `filters.clauses[0].value has counted
 * repetitions that are too large`.
 */
export function measureRegex(pattern: string): MeasuredRegex | { readonly fault: string } {
  if (unrolledLength(pattern) > LIMITS.filterProgram) return { fault: 'has counted repetitions that are too large' }
  try {
    const { size, groups } = compileRegex(pattern)
    return { size, groups }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { fault: `must be an RE2 regular expression: ${error.message.replace('error parsing regexp: ', '')}` }
  }
}

/**
 * An upper bound for the length of the pattern after RE2 expands all counted repetitions, computed without compiling
 * the pattern. For example, `((x{10}){10}){10}` has few characters but expands to a thousand copies of `x`. A
 * repetition of one character adds to the length. A repetition of a group multiplies the whole length, although only
 * the group is repeated. The bound may therefore be too high, but never too low.
 */
function unrolledLength(pattern: string): number {
  let length = pattern.length
  let factor = 1
  // A repetition after `)` repeats a group. A repetition after `\E` may repeat a group too: in `(x)\Q\E{9}`, it repeats
  // the group before the empty `\Q\E`.
  for (const [, group, minimum, maximum] of pattern.matchAll(/(\)|\\E)?\{(\d+),?(\d*)\}/g)) {
    const times = Math.max(Number(minimum), Number(maximum), 1)
    if (group === undefined) length += times
    else factor *= times
  }
  return length * factor
}

/**
 * How many UTF-16 units of a text a pattern searches (rules.md#filter-operators-10): at most `LIMITS.filterText`, and
 * fewer if the pattern is so large that the search would need more than `LIMITS.filterSteps` steps.
 *
 * @param size the size of the pattern: RE2 instructions, or characters of a `LIKE` pattern
 */
export function searchedLength(length: number, size: number): number {
  return Math.min(length, LIMITS.filterText, Math.floor(LIMITS.filterSteps / size))
}

/** The beginning of a text, which is the part that a pattern searches. Never ends with half of a surrogate pair. */
export function searchedText(text: string, size: number): string {
  const length = searchedLength(text.length, size)
  if (length === text.length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= HIGH_SURROGATES.first && last <= HIGH_SURROGATES.last ? length - 1 : length)
}
