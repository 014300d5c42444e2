import { readTime } from '../alert/alert-selection.js'
import { invalid } from '../opsgraph-error.js'
import { timestamp } from '../timestamp.js'

const DAY_MILLISECONDS = 86_400_000

/** A range of time as a request names it. */
export interface RangeRequest {
  /** The start of the range; default: 24 hours before `to`. */
  readonly from?: string | undefined
  /** The end of the range, exclusive; default: now. */
  readonly to?: string | undefined
}

/**
 * Reads a range of time, and fills in the defaults.
 *
 * @throws OpsgraphError `invalid` for an invalid time, and if `from` is not before `to`
 */
export function readRange({ from, to }: RangeRequest, now: Date): Required<RangeRequest> {
  const end = to === undefined ? timestamp(now) : readTime('to', [to])
  const start = from === undefined ? timestamp(new Date(Date.parse(end) - DAY_MILLISECONDS)) : readTime('from', [from])
  if (start >= end) throw invalid(`from (${start}) must be before to (${end})`)
  return { from: start, to: end }
}
