import type { OwedRow } from './owed.js'

/** The tries of one subscription that run now, on all servers. */
export interface InFlight {
  readonly count: number
  /** The rank of the most severe state among them; a lower number is more severe. */
  readonly rank: number
}

/** The maximum number of tries of one subscription that run at a time (rules.md#deliveries-of-subscriptions-4). */
export const TRIES_AT_ONCE = 4
/**
 * The number of tries that may run at a time, whatever their severity is. A further try runs only for a state that is
 * more severe than those of all running tries, so that this state does not wait for receivers that hang.
 */
const TRIES_OF_ANY_SEVERITY = TRIES_AT_ONCE - 1

/**
 * Chooses the rows to try now.
 *
 * @param due the rows that are due, of any subscriptions, the most severe first
 * @param inFlight the running tries, by subscription; subscriptions without any may be absent
 */
export function chooseTries(due: readonly OwedRow[], inFlight: ReadonlyMap<string, InFlight>): readonly OwedRow[] {
  const taken = new Map(inFlight)
  return due.filter(({ subscription, rank }) => {
    const { count, rank: worst } = taken.get(subscription) ?? { count: 0, rank: Number.POSITIVE_INFINITY }
    if (count >= TRIES_AT_ONCE || (count >= TRIES_OF_ANY_SEVERITY && rank >= worst)) return false
    taken.set(subscription, { count: count + 1, rank: Math.min(rank, worst) })
    return true
  })
}
