import { eachInSteps, type Steps } from '../steps.js'
import { OVER } from './concerns.js'
import { findDueTime, type OwedKey, type OwedRow, observe, rankOfNewest, type Seen } from './owed.js'
import type { Subscription, Telling } from './subscription.js'

/** Planning yields after this many sights, which take a few milliseconds. */
const SIGHTS_AT_ONCE = 500

/**
 * What a subscription sees of an object now; `seen` is `undefined` if the subscription no longer reports the object.
 */
export interface Sight {
  readonly key: OwedKey
  readonly seen: Seen | undefined
}

/** The fields of a subscription that decide which objects it reports by kind, and when. */
type TellingKinds = Telling & Pick<Subscription, 'kinds'>

/** The rows to write and to delete. */
export interface OwingPlan {
  readonly save: readonly OwedRow[]
  readonly forget: readonly OwedKey[]
}

/**
 * Plans which rows change after subscriptions have seen objects (rules.md#deliveries-of-subscriptions-1). If nothing
 * has changed since the rows were written, the plan is empty.
 *
 * @param stored all stored rows of these objects; it may contain further rows
 */
export function* planOwing(
  sights: Iterable<Sight>,
  stored: readonly OwedRow[],
  tellingOf: (subscription: string) => TellingKinds,
  now: string,
): Steps<OwingPlan> {
  const before = new Map(stored.map((row) => [owedKeyText(row), row]))
  const save: OwedRow[] = []
  const forget: OwedKey[] = []
  yield* eachInSteps(sights, SIGHTS_AT_ONCE, (sight) => {
    const row = before.get(owedKeyText(sight.key))
    const next = nextRow(sight, row, tellingOf(sight.key.subscription), now)
    if (next === undefined && row !== undefined) forget.push(sight.key)
    if (next !== undefined && next !== row) save.push(next)
  })
  return { save, forget }
}

/** @returns `row` itself if nothing changes; `undefined` if there is nothing to store */
function nextRow(
  { key, seen }: Sight,
  row: OwedRow | undefined,
  telling: TellingKinds,
  now: string,
): OwedRow | undefined {
  const sight = seen ?? (row && lastSight(row, telling))
  const owed = sight && observe(row?.owed, sight, telling, now)
  if (owed === undefined) return undefined
  return withOwed(row ?? { ...key, due: null, rank: 0, claimedUntil: null, owed }, { owed, telling })
}

/** What a subscription sees of an object of which it no longer tells: the state over, with the last details. */
function lastSight({ kind, owed }: OwedRow, { kinds }: TellingKinds): Seen {
  const { remains: _, ...details } = owed.newest.details
  const hasEnded = kind !== 'impact' && kinds.includes(kind)
  return { state: OVER, details: hasEnded ? details : { ...details, isLeft: true } }
}

/** Returns the row with another `owed`, and with the fields that follow from it; the same row if nothing changes. */
export function withOwed(row: OwedRow, { owed, telling }: { owed: OwedRow['owed']; telling: Telling }): OwedRow {
  const [due, rank] = [findDueTime(owed, telling), rankOfNewest(owed)]
  return row.owed === owed && row.due === due && row.rank === rank ? row : { ...row, owed, due, rank }
}

/** Converts a key to a text. Equal texts mean the same key. */
export function owedKeyText({ subscription, kind, object }: OwedKey): string {
  return `${subscription}\u0000${kind}\u0000${object}`
}
