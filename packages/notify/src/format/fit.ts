import type { Notice } from '../notifier.js'
import { type DetailLimits, type Summary, summarize } from './summary.js'

/** Levels of detail, from the most to the least. At the last level, every receiver accepts the message. */
const DETAIL_LEVELS: readonly DetailLimits[] = [
  { line: 500, text: 2_000, causes: 10, steps: 12, redundancy: 10 },
  { line: 200, text: 1_000, causes: 10, steps: 6, redundancy: 5 },
  { line: 100, text: 300, causes: 3, steps: 4, redundancy: 2 },
]

/**
 * Writes a message with the highest level of detail that the receiver accepts (rules.md#messages-of-subscriptions-2).
 *
 * @param fits returns whether the receiver accepts a message of this size
 */
export function writeWithinLimit(
  notice: Notice,
  write: (summary: Summary) => string,
  fits: (text: string) => boolean,
): string {
  return findFirstFitting(DETAIL_LEVELS, (detail) => write(summarize(notice, detail)), fits)
}

/** Writes a message at each level in turn, until it fits; at the last level, it always does. */
export function findFirstFitting<Level>(
  levels: readonly Level[],
  write: (level: Level) => string,
  fits: (text: string) => boolean,
): string {
  let text = ''
  for (const level of levels) {
    text = write(level)
    if (fits(text)) break
  }
  return text
}
