import type { ObjectState } from '../src/subscription/notice.js'
import type { ReportingSettings } from '../src/subscription/subscription.js'

/** Everything that has happened to one object of one subscription, in order. Times are in seconds. */
export interface NaiveLog {
  readonly seen: readonly { readonly at: number; readonly state: ObjectState }[]
  readonly tries: readonly NaiveTry[]
}

export interface NaiveTry {
  readonly id: string
  readonly sequence: number
  readonly at: number
  readonly state: ObjectState
  readonly from: ObjectState['severity']
  readonly repeat: boolean
  /** How the try ended; absent = it has not ended, or its server stopped before it ended. */
  readonly end?: { readonly at: number; readonly delivered: boolean; readonly retryAfter: number | null } | undefined
}

/** A message to deliver. `id` is empty if no try of the message has begun before. */
export type NaiveMessage = Pick<NaiveTry, 'id' | 'sequence' | 'state' | 'from' | 'repeat'>

/** The pause after the first failure, in seconds. */
export const NAIVE_PAUSE = 10
const HOUR = 3_600

/**
 * A literal implementation of rules.md#what-subscriptions-tell. From everything that has happened, returns the message
 * of which a try may begin now; `undefined` = no try may begin.
 */
export function naiveTelling(log: NaiveLog, telling: ReportingSettings, now: number): NaiveMessage | undefined {
  const { state } = findNewest(log)
  const last = log.tries.at(-1)
  if (last !== undefined && last.end?.delivered !== true && isEqual(last.state, state)) {
    return now >= nextTryTime(log, last.id) ? last : undefined
  }
  const from = findDelivered(log)?.state.severity ?? null
  const message = { id: '', sequence: (last?.sequence ?? 0) + 1, state, from }
  if (isOwed(log, telling)) {
    return now >= waitEnd(log, telling) && now >= escalationTime(log, telling)
      ? { ...message, repeat: false }
      : undefined
  }
  return isRepeated(log, telling, now) ? { ...message, repeat: true } : undefined
}

/** True if it is time to report the delivered state again. */
function isRepeated(log: NaiveLog, { repeatSeconds }: ReportingSettings, now: number): boolean {
  const end = findDelivered(log)?.end
  if (!repeatSeconds || end === undefined) return false
  return hurts(findNewest(log).state) && now >= end.at + repeatSeconds
}

/** True if the subscription owes its receiver the newest state. */
function isOwed(log: NaiveLog, { unacknowledgedSeconds }: ReportingSettings): boolean {
  const { state } = findNewest(log)
  const delivered = findDelivered(log)
  const begunSince = log.tries.slice(log.tries.findLastIndex(({ end }) => end?.delivered) + 1)
  if (begunSince.some(({ repeat }) => !repeat)) return true
  if (isEqual(delivered?.state ?? NOTHING_HURTS, state)) return false
  return delivered?.state.severity != null || !unacknowledgedSeconds || !state.acknowledged
}

/**
 * When the wait ends. It begins when the state first differs, and again when the state becomes over or acknowledged.
 */
function waitEnd(log: NaiveLog, telling: ReportingSettings): number {
  const changes = findChanges(log)
  const isFirst = (at: number) => at === 0 || !isOwed(logBefore(log, changes[at]?.at ?? 0), telling)
  const first = changes.findLastIndex((_, at) => isFirst(at))
  const anew = changes.findLastIndex(
    ({ state }, at) => at <= first || state.severity === null || isAcknowledgement(changes, at),
  )
  const times = [first, anew].map((at) => changes[at]?.at ?? 0)
  return Math.min((times[1] ?? 0) + telling.waitSeconds, (times[0] ?? 0) + 2 * telling.waitSeconds)
}

function isAcknowledgement(changes: NaiveLog['seen'], at: number): boolean {
  return changes[at]?.state.acknowledged === true && changes[at - 1]?.state.acknowledged !== true
}

/** When the state has hurt for `unacknowledgedSeconds` without being acknowledged; `-Infinity` if it does not hurt. */
function escalationTime(log: NaiveLog, { unacknowledgedSeconds }: ReportingSettings): number {
  const changes = findChanges(log)
  const since = changes[changes.findLastIndex(({ state }) => !hurts(state)) + 1]?.at ?? -Infinity
  return since + (unacknowledgedSeconds ?? 0)
}

/** When the next try of a message may begin: at once if the last try has not ended, because its server has stopped. */
function nextTryTime({ tries }: NaiveLog, id: string): number {
  const all = tries.filter((each) => each.id === id)
  const failed = all.filter(({ end }) => end !== undefined)
  const end = failed.at(-1)?.end
  if (all.at(-1)?.end === undefined || end === undefined) return 0
  const pause = Math.min(NAIVE_PAUSE * 2 ** (failed.length - 1), HOUR)
  return end.at + Math.max(pause, Math.min(end.retryAfter ?? 0, HOUR))
}

const NOTHING_HURTS: ObjectState = { severity: null, acknowledged: false, causes: [] }

function findNewest({ seen }: NaiveLog): { readonly at: number; readonly state: ObjectState } {
  return seen.at(-1) ?? { at: 0, state: NOTHING_HURTS }
}

function findDelivered({ tries }: NaiveLog): NaiveTry | undefined {
  return tries.findLast(({ end }) => end?.delivered)
}

/** Everything that had happened before a time. */
function logBefore({ seen, tries }: NaiveLog, time: number): NaiveLog {
  return {
    seen: seen.filter(({ at }) => at < time),
    tries: tries.flatMap((each) =>
      each.at >= time ? [] : [{ ...each, end: each.end !== undefined && each.end.at <= time ? each.end : undefined }],
    ),
  }
}

function findChanges({ seen }: NaiveLog): NaiveLog['seen'] {
  return seen.filter(({ state }, at) => !isEqual(seen[at - 1]?.state ?? NOTHING_HURTS, state))
}

function hurts({ severity, acknowledged }: ObjectState): boolean {
  return severity !== null && !acknowledged
}

function isEqual(one: ObjectState, other: ObjectState): boolean {
  return comparedText(one) === comparedText(other)
}

function comparedText({ severity, acknowledged, causes }: ObjectState): string {
  const ids = causes.map(({ alertId }) => alertId).toSorted()
  return severity === null ? 'over' : JSON.stringify([severity, acknowledged, ids])
}
