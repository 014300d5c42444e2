import { RE2JS, RE2JSException } from 're2js'
import { LIMITS } from '../limits.js'

/** A compiled RE2 regular expression. A search never takes more than (size × length of text) steps. */
export interface Regex {
  /** Number of RE2 instructions. */
  readonly size: number
  /** True if the pattern matches anywhere in the text. Always false for texts longer than `LIMITS.filterText`. */
  test(text: string): boolean
}

/**
 * Compiles a pattern.
 *
 * @throws RE2JSException for a pattern for which {@link measureRegex} returns a fault
 */
export function compileRegex(pattern: string): Regex {
  const regex = RE2JS.compile(pattern)
  return { size: regex.programSize(), test: (text) => text.length <= LIMITS.filterText && regex.test(text) }
}

/** The size of the compiled pattern, or what is wrong with it, in words that follow the path of the clause. */
export function measureRegex(pattern: string): { readonly size: number } | { readonly fault: string } {
  if (unrolledLength(pattern) > LIMITS.filterProgram) return { fault: 'has counted repetitions that are too large' }
  try {
    return { size: compileRegex(pattern).size }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { fault: `must be an RE2 regular expression: ${error.message.replace('error parsing regexp: ', '')}` }
  }
}

/**
 * An upper bound for the length of the pattern with all counted repetitions expanded, computed without compiling it.
 * RE2 expands `((x{10}){10}){10}`, so that a thousand characters can become a million instructions. A repetition of one
 * character adds to the length. A repetition of a group multiplies the whole length, which is too high if groups stand
 * side by side, but never too low.
 */
function unrolledLength(pattern: string): number {
  let length = pattern.length
  let factor = 1
  // \E counts as the end of a group: after an empty \Q\E, the count applies to the group before it.
  for (const [, group, least, most] of pattern.matchAll(/(\)|\\E)?\{(\d+),?(\d*)\}/g)) {
    const times = Math.max(Number(least), Number(most), 1)
    if (group === undefined) length += times
    else factor *= times
  }
  return length * factor
}
