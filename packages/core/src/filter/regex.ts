import { RE2JS, RE2JSException } from 're2js'
import { LIMITS } from '../limits.js'

/** A compiled RE2 regular expression: a search takes time in proportion to its size and to the text, never more. */
export interface Regex {
  /** RE2 instructions that it compiled to. */
  readonly size: number
  /** Whether the pattern matches anywhere in the text; never in one beyond `LIMITS.filterText`. */
  test(text: string): boolean
}

/**
 * @throws RE2JSException for a pattern that {@link measureRegex} finds a fault in
 */
export function compileRegex(pattern: string): Regex {
  const regex = RE2JS.compile(pattern)
  return { size: regex.programSize(), test: (text) => text.length <= LIMITS.filterText && regex.test(text) }
}

/** How large the pattern becomes; or what is wrong with it, in words that follow the clause's path. */
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
 * At least the length of the pattern with its counted repetitions written out, found without compiling it: RE2 writes
 * out `((x{10}){10}){10}`, and a thousand characters become a million instructions. A repetition of one character adds
 * to the length; one of a group multiplies all of it, which is too much where groups stand side by side, never too little.
 */
function unrolledLength(pattern: string): number {
  let length = pattern.length
  let factor = 1
  // An empty \Q\E, too, lets the count stand for the group before it.
  for (const [, group, least, most] of pattern.matchAll(/(\)|\\E)?\{(\d+),?(\d*)\}/g)) {
    const times = Math.max(Number(least), Number(most), 1)
    if (group === undefined) length += times
    else factor *= times
  }
  return length * factor
}
