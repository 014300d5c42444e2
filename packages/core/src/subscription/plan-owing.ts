import { eachInSteps, type Steps } from '../steps.js'
import { STATE_OVER } from './concerns.js'
import { applyObservation, findDueTime, type Observation, type OwedKey, type OwedRow, rankOfNewest } from './owed.js'
import type { ReportingSettings, Subscription } from './subscription.js'

/** Planning yields after this many observations, which take a few milliseconds. */
const OBSERVATIONS_AT_ONCE = 500

/**
 * What a subscription sees of an object now; `seen` is `undefined` if the subscription no longer reports the object.
 */
export interface KeyedObservation {
  readonly key: OwedKey
  readonly seen: Observation | undefined
}

/** The fields of a subscription that decide which objects it reports by kind, and when. */
type ReportingSettingsWithKinds = ReportingSettings & Pick<Subscription, 'kinds'>

/** The rows to write and to delete. */
export interface OwedRowPlan {
  readonly save: readonly OwedRow[]
  readonly forget: readonly OwedKey[]
}

/**
 * Plans which rows change after subscriptions have seen objects (rules.md#deliveries-of-subscriptions-1). If nothing
 * has changed since the rows were written, the plan is empty.
 *
 * @param stored all stored rows of these objects; it may contain further rows
 */
export function* planOwedRows(
  observations: Iterable<KeyedObservation>,
  stored: readonly OwedRow[],
  settingsOf: (subscription: string) => ReportingSettingsWithKinds,
  now: string,
): Steps<OwedRowPlan> {
  const before = new Map(stored.map((row) => [owedKeyText(row), row]))
  const save: OwedRow[] = []
  const forget: OwedKey[] = []
  yield* eachInSteps(observations, OBSERVATIONS_AT_ONCE, (observation) => {
    const row = before.get(owedKeyText(observation.key))
    const next = rowAfterObservation(observation, row, settingsOf(observation.key.subscription), now)
    if (next === undefined && row !== undefined) forget.push(observation.key)
    if (next !== undefined && next !== row) save.push(next)
  })
  return { save, forget }
}

/** @returns `row` itself if nothing changes; `undefined` if there is nothing to store */
function rowAfterObservation(
  { key, seen }: KeyedObservation,
  row: OwedRow | undefined,
  settings: ReportingSettingsWithKinds,
  now: string,
): OwedRow | undefined {
  const observation = seen ?? (row && finalObservation(row, settings))
  const owed = observation && applyObservation(row?.owed, observation, settings, now)
  if (owed === undefined) return undefined
  return withOwedState(row ?? { ...key, due: null, rank: 0, claimedUntil: null, owed }, { owed, settings })
}

/** What a subscription sees of an object that it no longer reports: the state over, with the last details. */
function finalObservation({ kind, owed }: OwedRow, { kinds }: ReportingSettingsWithKinds): Observation {
  const { remains: _, ...details } = owed.newest.details
  const hasEnded = kind !== 'impact' && kinds.includes(kind)
  return { state: STATE_OVER, details: hasEnded ? details : { ...details, isLeft: true } }
}

/** Returns the row with another `owed`, and with the fields that follow from it; the same row if nothing changes. */
export function withOwedState(
  row: OwedRow,
  { owed, settings }: { owed: OwedRow['owed']; settings: ReportingSettings },
): OwedRow {
  const [due, rank] = [findDueTime(owed, settings), rankOfNewest(owed)]
  return row.owed === owed && row.due === due && row.rank === rank ? row : { ...row, owed, due, rank }
}

/** Converts a key to a text. Equal texts mean the same key. */
export function owedKeyText({ subscription, kind, object }: OwedKey): string {
  return `${subscription}\u0000${kind}\u0000${object}`
}
