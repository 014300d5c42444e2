import { eachInSteps, type Steps } from '../steps.js'
import { OVER } from './object-state.js'
import { dueOf, type OwedKey, type OwedRow, observe, rankOf, type Seen } from './owed.js'
import type { Telling } from './subscription.js'

/** Planning yields after this many sights, which take a few milliseconds. */
const SIGHTS_AT_ONCE = 500

/** What a subscription sees of an object now; `undefined` = it has nothing to do with the object any more. */
export interface Sight {
  readonly key: OwedKey
  readonly seen: Seen | undefined
}

/** The rows that differ from what is stored. */
export interface OwingPlan {
  readonly save: readonly OwedRow[]
  readonly forget: readonly OwedKey[]
}

/**
 * Plans what is owed after objects were seen (rules.md#deliveries-of-subscriptions-1). Planning again what is stored
 * already changes nothing.
 *
 * @param stored the rows that are stored of these objects, at least
 */
export function* planOwing(
  sights: Iterable<Sight>,
  stored: readonly OwedRow[],
  tellingOf: (subscription: string) => Telling,
  now: string,
): Steps<OwingPlan> {
  const before = new Map(stored.map((row) => [owedText(row), row]))
  const save: OwedRow[] = []
  const forget: OwedKey[] = []
  yield* eachInSteps(sights, SIGHTS_AT_ONCE, (sight) => {
    const row = before.get(owedText(sight.key))
    const next = nextRow(sight, row, tellingOf(sight.key.subscription), now)
    if (next === undefined && row !== undefined) forget.push(sight.key)
    if (next !== undefined && next !== row) save.push(next)
  })
  return { save, forget }
}

/** @returns the stored row itself if nothing changes; `undefined` if nothing is to be kept */
function nextRow({ key, seen }: Sight, row: OwedRow | undefined, telling: Telling, now: string): OwedRow | undefined {
  const sight = seen ?? (row && lastSight(row))
  const owed = sight && observe(row?.owed, sight, telling, now)
  if (owed === undefined) return undefined
  return withOwed(row ?? { ...key, due: null, rank: 0, claimedUntil: null, owed }, { owed, telling })
}

/** What a subscription sees last of an object with which it has nothing to do any more. */
function lastSight({ kind, owed }: OwedRow): Seen {
  const { details } = owed.newest
  return { state: OVER, details: kind === 'impact' ? { ...details, isLeft: true } : details }
}

/** The row with what is owed now; the same row if that changes nothing. */
export function withOwed(row: OwedRow, { owed, telling }: { owed: OwedRow['owed']; telling: Telling }): OwedRow {
  const [due, rank] = [dueOf(owed, telling), rankOf(owed)]
  return row.owed === owed && row.due === due && row.rank === rank ? row : { ...row, owed, due, rank }
}

/** The key as a text. Two keys are equal if and only if their texts are equal. */
export function owedText({ subscription, kind, object }: OwedKey): string {
  return `${subscription}\u0000${kind}\u0000${object}`
}
