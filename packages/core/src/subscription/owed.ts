import { SEVERITIES, type Severity } from '../alert/severity.js'
import { rankOfSeverity } from '../impact/compare-alerts.js'
import { timestampAfterSeconds } from '../timestamp.js'
import { isHurting, isSameState, STATE_OVER } from './concerns.js'
import type { ObjectDetails, ObjectState } from './notice.js'
import { continueRemainders, isSameRemainders } from './remains.js'
import type { ReportingSettings, SubscriptionKind } from './subscription.js'

/** The longest pause between two tries, in seconds. */
const MAX_PAUSE_SECONDS = 3_600
const MAX_ERROR_CHARACTERS = 1_000

/** Identifies what one subscription stores about one service or alert. */
export interface OwedKey {
  readonly subscription: string
  readonly kind: SubscriptionKind
  /** The service, or the id of the alert. */
  readonly object: string
}

/**
 * A service or alert at one moment: the state that a subscription sees, and the other content of a message about it.
 */
export interface Observation {
  readonly state: ObjectState
  readonly details: ObjectDetails
}

/**
 * What a subscription stores about one object, as JSON: the state that was delivered last, the newest state, and the
 * message whose tries have begun (rules.md#what-subscriptions-tell). Its size is bounded, because no other states are
 * stored.
 */
export interface OwedState {
  /** The state that was delivered last; `null` = none was. */
  readonly delivered: ObjectState | null
  /** When `delivered` was delivered; `null` if `delivered` is `null`. */
  readonly deliveredTime: string | null
  /** The `sequence` of the last message of which a try was begun; 0 = no try was ever begun. */
  readonly sequence: number
  /** The newest state, and when it began. */
  readonly newest: Observation & { readonly time: string }
  readonly waiting: WaitTimes
  /** The time since which there has always been an open alert of at least `minSeverity`; `null` = there is none now. */
  readonly unacknowledgedSince: string | null
  /** The message whose tries have begun, and which is not delivered yet; `null` = there is none. */
  readonly message: Message | null
}

/** Since when the newest state has waited to be sent. Has no meaning if the state is not to be sent. */
interface WaitTimes {
  /** When the object began to differ from the state that was delivered. */
  readonly first: string
  /** When the wait began. A new wait begins when the object is over, and when it becomes acknowledged. */
  readonly since: string
}

/** A message about one state. All its tries have the same id (rules.md#what-subscriptions-tell-5). */
export interface Message extends Observation {
  readonly id: string
  readonly sequence: number
  /** When the state began. */
  readonly time: string
  /** The severity that was last delivered; `null` = nothing was delivered yet, or that state was over. */
  readonly from: Severity | null
  /** Whether the message repeats the state that was delivered before. */
  readonly repeat: boolean
  /** The number of tries that were begun. */
  readonly tries: number
  /**
   * When the next try may begin. While a try runs, this is the time when it began, so that another server tries again
   * if the server of the try stops.
   */
  readonly nextTry: string
  /** The pause after the last try that failed, in seconds; 0 = none has failed. */
  readonly pause: number
  /**
   * No try begins before this time, even if the receiver accepts other messages meanwhile; `null` = no try has failed.
   */
  readonly notBefore: string | null
  /** Why the last try failed; `null` = no try has failed. */
  readonly error: string | null
  /** The recipients that have got the e-mail; absent = no recipient has got it, or the message is no e-mail. */
  readonly reached?: ReachedRecipients
}

/** The recipients of an e-mail that have got it, although its tries have failed. */
export interface ReachedRecipients {
  /** The `updateTime` that the subscription had then: after a later change, it may have other recipients. */
  readonly updateTime: string
  /** The indexes of these recipients in the address, which lists all recipients. */
  readonly recipients: readonly number[]
}

/** A row of the store: an {@link OwedState} with the fields by which stores select rows. */
export interface OwedRow extends OwedKey {
  /** When the next try may begin; `null` = there is nothing to send unless the state changes. */
  readonly due: string | null
  /** The rank of the newest state: 0 is the most severe, {@link OVER_RANK} = the state is over. */
  readonly rank: number
  /** Until this time, only one server may try to deliver the state; `null` = no try runs. */
  readonly claimedUntil: string | null
  readonly owed: OwedState
}

/**
 * Returns what a subscription stores about an object after it has seen a state of the object; `owed` itself if the
 * state is already the newest one, with the same remainders.
 *
 * @param owed what the subscription has stored before; `undefined` = nothing
 * @returns `undefined` if there is nothing to store: no message was ever tried, and none is to be sent
 */
export function applyObservation(
  owed: OwedState | undefined,
  seen: Observation,
  settings: ReportingSettings,
  now: string,
): OwedState | undefined {
  const state = seen.state.severity === null ? STATE_OVER : seen.state
  if (owed !== undefined && isSameState(owed.newest.state, state)) return withCurrentRemainders(owed, seen, settings)
  const before = owed ?? initialOwedState(seen, now)
  const next: OwedState = {
    ...before,
    newest: { state, details: seen.details, time: now },
    waiting: nextWaitTimes(state, before, settings, now),
    unacknowledgedSince: isHurting(state) ? earlierTime(before.unacknowledgedSince ?? now, now) : null,
  }
  return next.sequence === 0 && !isNewestStateOwed(next, settings) ? undefined : next
}

/** Returns when the next try may begin; `null` = there is nothing to send unless the state changes. */
export function findDueTime(owed: OwedState, settings: ReportingSettings): string | null {
  const { message, newest } = owed
  return message !== null && isSameState(message.state, newest.state) ? message.nextTry : firstDueTime(owed, settings)
}

/** Returns since when a message is due and not delivered, although tries may have failed; `null` = none is due. */
export function overdueSince(owed: OwedState, settings: ReportingSettings, now: string): string | null {
  const due = firstDueTime(owed, settings)
  return due !== null && due <= now ? due : null
}

/** Returns when the first try of the newest state may begin; `null` = there is nothing to send. */
function firstDueTime(owed: OwedState, settings: ReportingSettings): string | null {
  const { newest, deliveredTime } = owed
  if (isNewestStateOwed(owed, settings)) return laterTime(waitEnd(owed, settings), escalationTime(owed, settings))
  return isToBeRepeated(owed, settings)
    ? timestampAfterSeconds(settings.repeatSeconds ?? 0, deliveredTime ?? newest.time)
    : null
}

/** Returns the rank of the newest state: 0 is the most severe. */
export function rankOfNewest({ newest }: OwedState): number {
  const { severity } = newest.state
  return severity === null ? OVER_RANK : rankOfSeverity(severity)
}

/** The rank of a state that is over: a higher number than the rank of any severity. */
export const OVER_RANK = SEVERITIES.length

/**
 * Begins a try of the newest state. If a try of this state was begun before, the message and its id are the same.
 *
 * @param newId the id of a new message
 * @returns `undefined` if there is nothing to send
 */
export function beginTry(
  owed: OwedState,
  settings: ReportingSettings,
  now: string,
  newId: string,
): { readonly owed: OwedState; readonly message: Message } | undefined {
  const next = nextMessage(owed, settings)
  if (next === undefined) return undefined
  const message = { ...next, id: next.id ?? newId, tries: next.tries + 1, nextTry: now }
  return { owed: { ...owed, message, sequence: message.sequence }, message }
}

/** Returns the message that is sent next, now or when it is due; `undefined` = there is nothing to send. */
export function nextMessage(owed: OwedState, settings: ReportingSettings): PendingMessage | undefined {
  const { message, newest, sequence, delivered } = owed
  if (message !== null && isSameState(message.state, newest.state)) return message
  const isOwed = isNewestStateOwed(owed, settings)
  if (!isOwed && !isToBeRepeated(owed, settings)) return undefined
  return {
    ...newest,
    ...{ id: null, sequence: sequence + 1, from: delivered?.severity ?? null, repeat: !isOwed },
    ...{ tries: 0, pause: 0, notBefore: null, error: null },
  }
}

/** A {@link Message} of which perhaps no try was begun. */
export interface PendingMessage extends Omit<Message, 'id' | 'nextTry'> {
  /** The id of the message; `null` = no try was begun, so the message has no id yet. */
  readonly id: string | null
}

/**
 * Returns what a subscription stores after a try has ended (rules.md#what-subscriptions-tell-10); `owed` itself if a
 * newer message has replaced the one that was tried.
 *
 * @param retrySeconds the pause after the first try that fails
 */
export function applyTryResult(
  owed: OwedState,
  { id, delivered, ...end }: TryResult,
  now: string,
  retrySeconds: number,
): OwedState {
  const { message } = owed
  if (message?.id !== id) return owed
  if (delivered) return { ...owed, delivered: message.state, deliveredTime: now, message: null }
  const pause = Math.min(message.pause === 0 ? retrySeconds : message.pause * 2, MAX_PAUSE_SECONDS)
  const least = Math.max(retrySeconds, Math.min(end.retryAfter ?? 0, MAX_PAUSE_SECONDS))
  const after = (seconds: number) => timestampAfterSeconds(seconds, now) ?? now
  const times = { nextTry: after(Math.max(pause, least)), notBefore: after(least) }
  const error = (end.error ?? '').slice(0, MAX_ERROR_CHARACTERS)
  return { ...owed, message: { ...message, ...times, pause, error, ...(end.reached && { reached: end.reached }) } }
}

/** The result of a try to deliver a message. */
export interface TryResult {
  /** The id of the message. */
  readonly id: string
  readonly delivered: boolean
  readonly error: string | null
  /** Seconds after which the receiver wants the next try; `null` = it does not say. */
  readonly retryAfter: number | null
  readonly reached?: ReachedRecipients | undefined
}

/**
 * Brings the remainders up to date while a state that is over waits for its first try
 * (rules.md#what-subscriptions-tell-12).
 */
function withCurrentRemainders(owed: OwedState, { details }: Observation, settings: ReportingSettings): OwedState {
  const { newest, message } = owed
  const isTried = message !== null && isSameState(message.state, newest.state)
  if (newest.state.severity !== null || isTried || !isNewestStateOwed(owed, settings)) return owed
  const { remains: before = [], isLeft } = newest.details
  const { remains: now = [], ...others } = details
  const remains = others.isLeft ? [] : continueRemainders(before, now)
  if (isSameRemainders(before, remains) && isLeft === others.isLeft) return owed
  return { ...owed, newest: { ...newest, details: { ...others, ...(remains.length > 0 && { remains }) } } }
}

function initialOwedState({ details }: Observation, now: string): OwedState {
  return {
    ...{ delivered: null, deliveredTime: null, sequence: 0, message: null },
    newest: { state: STATE_OVER, details, time: now },
    waiting: { first: now, since: now },
    unacknowledgedSince: null,
  }
}

/** Whether the newest state is to be sent, now or later, and is no repetition (rules.md#what-subscriptions-tell-6). */
function isNewestStateOwed(
  { delivered, newest, message }: OwedState,
  { unacknowledgedSeconds }: ReportingSettings,
): boolean {
  // A failed try may have reached the receiver all the same. Then the receiver has another state than `delivered`,
  // unless the message was a repetition.
  if (message !== null && !message.repeat) return true
  if (isSameState(delivered ?? STATE_OVER, newest.state)) return false
  if (delivered !== null && delivered.severity !== null) return true
  return !newest.state.acknowledged || (unacknowledgedSeconds ?? 0) === 0
}

/**
 * Whether a state that was delivered is to be sent again after `repeatSeconds` (rules.md#what-subscriptions-tell-8).
 */
function isToBeRepeated({ newest, delivered }: OwedState, { repeatSeconds }: ReportingSettings): boolean {
  return (repeatSeconds ?? 0) > 0 && delivered !== null && isHurting(newest.state)
}

/**
 * Returns the wait of a new state (rules.md#what-subscriptions-tell-7): it continues the wait of the state before, if
 * that was to be sent; otherwise it begins now.
 */
function nextWaitTimes(state: ObjectState, before: OwedState, settings: ReportingSettings, now: string): WaitTimes {
  if (!isNewestStateOwed(before, settings)) return { first: now, since: now }
  const { first, since } = before.waiting
  const isBetter = state.severity === null || (state.acknowledged && !before.newest.state.acknowledged)
  return { first: earlierTime(first, now), since: isBetter ? now : earlierTime(since, now) }
}

/** Returns when the newest state has waited for `waitSeconds`; `null` = never. */
function waitEnd({ waiting }: OwedState, { waitSeconds }: ReportingSettings): string | null {
  const end = timestampAfterSeconds(waitSeconds, waiting.since)
  const bound = timestampAfterSeconds(2 * waitSeconds, waiting.first)
  return end === null || bound === null ? end : earlierTime(end, bound)
}

/**
 * Returns when the newest state has remained unacknowledged for `unacknowledgedSeconds`
 * (rules.md#what-subscriptions-tell-9). For a state that is over or acknowledged, returns when it began: it need not
 * last.
 */
function escalationTime(owed: OwedState, { unacknowledgedSeconds }: ReportingSettings): string | null {
  const since = owed.unacknowledgedSince
  return since === null ? owed.newest.time : timestampAfterSeconds(unacknowledgedSeconds ?? 0, since)
}

/**
 * Returns the earlier one of two times. If a stored time lies in the future, because the clock was set back, callers
 * use this function to replace it by the current time, so that no wait becomes longer
 * (rules.md#what-subscriptions-tell-11).
 */
function earlierTime(one: string, other: string): string {
  return one < other ? one : other
}

/** Returns the later one of two times; `null` = never. */
function laterTime(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

/**
 * Ends the pause after a failed try at `time`: the next try may then begin. A pause that ends earlier does not change.
 */
export function endPause(owed: OwedState, time: string): OwedState {
  const { message } = owed
  return message === null || message.nextTry <= time ? owed : { ...owed, message: { ...message, nextTry: time } }
}

/**
 * Shortens the pause after a failed try, because the receiver accepts other messages again. The pause does not become
 * shorter than the first pause, or than the pause that the receiver has asked for.
 */
export function shortenPause(owed: OwedState, now: string): OwedState {
  const least = owed.message?.notBefore ?? now
  return endPause(owed, least > now ? least : now)
}
