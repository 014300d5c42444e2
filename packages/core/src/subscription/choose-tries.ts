import type { OwedRow } from './owed.js'

/** The tries of one subscription that are in flight, on all servers. */
export interface InFlight {
  readonly count: number
  /** The rank of the worst of them. */
  readonly rank: number
}

/** At most this many tries of one subscription are in flight at a time (rules.md#deliveries-of-subscriptions-4). */
export const TRIES_AT_ONCE = 4
/** The last slot is kept for what is worse than everything in flight, so that it need not wait for receivers that hang. */
const COMMON_SLOTS = TRIES_AT_ONCE - 1

/**
 * Chooses which rows to try now.
 *
 * @param due the rows that are due, of any subscriptions, the worst first
 * @param inFlight by subscription; subscriptions without tries in flight may be absent
 */
export function chooseTries(due: readonly OwedRow[], inFlight: ReadonlyMap<string, InFlight>): readonly OwedRow[] {
  const taken = new Map(inFlight)
  return due.filter(({ subscription, rank }) => {
    const { count, rank: worst } = taken.get(subscription) ?? { count: 0, rank: Number.POSITIVE_INFINITY }
    if (count >= TRIES_AT_ONCE || (count >= COMMON_SLOTS && rank >= worst)) return false
    taken.set(subscription, { count: count + 1, rank: Math.min(rank, worst) })
    return true
  })
}
