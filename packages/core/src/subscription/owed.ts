import { SEVERITIES, type Severity } from '../alert/severity.js'
import { rankOf as rankOfSeverity } from '../impact/compare-alerts.js'
import { timestampIn } from '../timestamp.js'
import type { ObjectDetails, ObjectState } from './notice.js'
import { isHurting, isSameState, OVER } from './object-state.js'
import type { SubscriptionKind, Telling } from './subscription.js'

/** The longest pause between two tries, in seconds. */
const LONGEST_PAUSE = 3_600
const LONGEST_ERROR = 1_000

/** Names one object of one subscription. */
export interface OwedKey {
  readonly subscription: string
  readonly kind: SubscriptionKind
  /** The service, or the id of the alert. */
  readonly object: string
}

/** An object at one moment: its state for a subscription, and what a message says beside it. */
export interface Seen {
  readonly state: ObjectState
  readonly details: ObjectDetails
}

/**
 * What a subscription knows of one object: what was delivered last, the newest state, and the message that is being
 * tried (rules.md#what-subscriptions-tell). JSON, and bounded: it has at most these three states.
 */
export interface Owed {
  /** What was delivered last; `null` = nothing. */
  readonly delivered: ObjectState | null
  /** When that was delivered; `null` = nothing was. */
  readonly deliveredTime: string | null
  /** The sequence of the last message that was tried; 0 = none was. */
  readonly sequence: number
  /** The newest state, and when it began. */
  readonly newest: Seen & { readonly time: string }
  readonly waiting: Waiting
  /** Since when the object passes `minSeverity` and nobody has acknowledged it; `null` = that is not so. */
  readonly unacknowledgedSince: string | null
  /** The message whose tries have begun and that is not delivered; `null` = there is none. */
  readonly message: Message | null
}

/** How long the newest state has waited. Only for a state that is to be sent. */
interface Waiting {
  /** When the object began to differ from what was delivered. */
  readonly first: string
  /** When the wait began, or began anew. */
  readonly since: string
}

/** A message to a receiver: one state, which has the same id in all tries (rules.md#what-subscriptions-tell-5). */
export interface Message extends Seen {
  readonly id: string
  readonly sequence: number
  /** When the state began. */
  readonly time: string
  /** What was last delivered; `null` = nothing, or that it is over. */
  readonly from: Severity | null
  /** Whether the same state was delivered before. */
  readonly repeat: boolean
  /** The number of tries that were begun. */
  readonly tries: number
  /** When the next try may begin; during a try, when that try began: if its server ends, another one tries again. */
  readonly nextTry: string
  /** The pause after the last try that failed, in seconds; 0 = none has failed. */
  readonly pause: number
  /** No try begins before, also if the receiver takes other messages meanwhile; `null` = none has failed. */
  readonly notBefore: string | null
  /** Why the last try failed; `null` = none has failed. */
  readonly error: string | null
  /** Absent = no recipient of an e-mail has got it. */
  readonly reached?: Reached
}

/** The recipients of an e-mail that have got it, although its tries have failed. */
export interface Reached {
  /** The `updateTime` of the subscription then: after a change, it may have other recipients. */
  readonly updateTime: string
  /** The positions of the recipients in the address. */
  readonly recipients: readonly number[]
}

/** A stored {@link Owed}, with what a store selects by. */
export interface OwedRow extends OwedKey {
  /** When the next try may begin; `null` = nothing is to be sent as things stand. */
  readonly due: string | null
  /** The rank of the severity that is to be sent: the worst first; over is last. */
  readonly rank: number
  /** Until when a server tries to deliver it; `null` = no server does. After that time another server may. */
  readonly claimedUntil: string | null
  readonly owed: Owed
}

/**
 * What a subscription keeps of an object after it was seen. If the state is the newest one already, that is the same
 * value.
 *
 * @param owed what it kept before; `undefined` = nothing
 * @returns `undefined` if nothing is to be kept: nothing was ever sent, and nothing is to be sent
 */
export function observe(owed: Owed | undefined, seen: Seen, telling: Telling, now: string): Owed | undefined {
  const state = seen.state.severity === null ? OVER : seen.state
  if (owed !== undefined && isSameState(owed.newest.state, state)) return owed
  const before = owed ?? nothingSent(seen, now)
  const next: Owed = {
    ...before,
    newest: { state, details: seen.details, time: now },
    waiting: waitingFor(state, before, telling, now),
    unacknowledgedSince: isHurting(state) ? earlier(before.unacknowledgedSince ?? now, now) : null,
  }
  return next.sequence === 0 && !owes(next, telling) ? undefined : next
}

/** When the next try may begin; `null` = nothing is to be sent as things stand. */
export function dueOf(owed: Owed, telling: Telling): string | null {
  const { message, newest, deliveredTime } = owed
  if (message !== null && isSameState(message.state, newest.state)) return message.nextTry
  if (owes(owed, telling)) return latest(waitEnd(owed, telling), escalationTime(owed, telling))
  return isRepeated(owed, telling) ? timestampIn(telling.repeatSeconds ?? 0, deliveredTime ?? newest.time) : null
}

/** The rank of the newest state: the worst severity has the lowest number. */
export function rankOf({ newest }: Owed): number {
  const { severity } = newest.state
  return severity === null ? OVER_RANK : rankOfSeverity(severity)
}

/** The highest rank. */
export const OVER_RANK = SEVERITIES.length

/**
 * Begins a try of the newest state. If a try of the same state was begun before, the message is the same one.
 *
 * @param newId the id of the message, if it is a new one
 * @returns `undefined` if nothing is to be sent as things stand
 */
export function beginTry(
  owed: Owed,
  telling: Telling,
  now: string,
  newId: string,
): { readonly owed: Owed; readonly message: Message } | undefined {
  const next = nextMessage(owed, telling)
  if (next === undefined) return undefined
  const message = { ...next, id: next.id ?? newId, tries: next.tries + 1, nextTry: now }
  return { owed: { ...owed, message, sequence: message.sequence }, message }
}

/** The message that is sent next, now or when it is due; a new one has no id yet. `undefined` = nothing is to be sent. */
export function nextMessage(owed: Owed, telling: Telling): PendingMessage | undefined {
  const { message, newest, sequence, delivered } = owed
  if (message !== null && isSameState(message.state, newest.state)) return message
  const isOwed = owes(owed, telling)
  if (!isOwed && !isRepeated(owed, telling)) return undefined
  return {
    ...newest,
    ...{ id: null, sequence: sequence + 1, from: delivered?.severity ?? null, repeat: !isOwed },
    ...{ tries: 0, pause: 0, notBefore: null, error: null },
  }
}

/** A {@link Message} that may not have been tried. */
export interface PendingMessage extends Omit<Message, 'id' | 'nextTry'> {
  /** `null` = no try was begun. */
  readonly id: string | null
}

/**
 * What a subscription keeps after a try has ended (rules.md#what-subscriptions-tell-10). If another message has replaced
 * the one that was tried, the end of the try does not count.
 *
 * @param retrySeconds the pause after the first try that fails
 */
export function settle(owed: Owed, { id, delivered, ...end }: EndedTry, now: string, retrySeconds: number): Owed {
  const { message } = owed
  if (message?.id !== id) return owed
  if (delivered) return { ...owed, delivered: message.state, deliveredTime: now, message: null }
  const pause = Math.min(message.pause === 0 ? retrySeconds : message.pause * 2, LONGEST_PAUSE)
  const least = Math.max(retrySeconds, Math.min(end.retryAfter ?? 0, LONGEST_PAUSE))
  const after = (seconds: number) => timestampIn(seconds, now) ?? now
  const times = { nextTry: after(Math.max(pause, least)), notBefore: after(least) }
  const error = (end.error ?? '').slice(0, LONGEST_ERROR)
  return { ...owed, message: { ...message, ...times, pause, error, ...(end.reached && { reached: end.reached }) } }
}

/** The end of a try of a message. */
export interface EndedTry {
  /** The id of the message. */
  readonly id: string
  readonly delivered: boolean
  readonly error: string | null
  /** Seconds after which the receiver wants the next try; `null` = it does not say. */
  readonly retryAfter: number | null
  readonly reached?: Reached | undefined
}

function nothingSent({ details }: Seen, now: string): Owed {
  return {
    ...{ delivered: null, deliveredTime: null, sequence: 0, message: null },
    newest: { state: OVER, details, time: now },
    waiting: { first: now, since: now },
    unacknowledgedSince: null,
  }
}

/** Whether the newest state is to be sent, now or later (rules.md#what-subscriptions-tell-6). */
function owes({ delivered, newest, message }: Owed, { unacknowledgedSeconds }: Telling): boolean {
  // A try was begun, so the receiver may have another state than the one that was delivered last. A repetition says
  // nothing new.
  if (message !== null && !message.repeat) return true
  if (isSameState(delivered ?? OVER, newest.state)) return false
  if (delivered !== null && delivered.severity !== null) return true
  return !newest.state.acknowledged || (unacknowledgedSeconds ?? 0) === 0
}

/** Whether the newest state was delivered and is to be delivered again (rules.md#what-subscriptions-tell-8). */
function isRepeated({ newest, delivered }: Owed, { repeatSeconds }: Telling): boolean {
  return (repeatSeconds ?? 0) > 0 && delivered !== null && isHurting(newest.state)
}

/**
 * The wait of a state that follows (rules.md#what-subscriptions-tell-7). It continues the wait for the state before,
 * unless that one was not to be sent.
 */
function waitingFor(state: ObjectState, before: Owed, telling: Telling, now: string): Waiting {
  if (!owes(before, telling)) return { first: now, since: now }
  const { first, since } = before.waiting
  const isBetter = state.severity === null || (state.acknowledged && !before.newest.state.acknowledged)
  return { first: earlier(first, now), since: isBetter ? now : earlier(since, now) }
}

/** When the newest state has waited long enough. `null` = never. */
function waitEnd({ waiting }: Owed, { waitSeconds }: Telling): string | null {
  const end = timestampIn(waitSeconds, waiting.since)
  const bound = timestampIn(2 * waitSeconds, waiting.first)
  return end === null || bound === null ? end : earlier(end, bound)
}

/**
 * When the newest state has stood long enough without being acknowledged (rules.md#what-subscriptions-tell-9). What does
 * not hurt need not.
 */
function escalationTime(owed: Owed, { unacknowledgedSeconds }: Telling): string | null {
  const since = owed.unacknowledgedSince
  return since === null ? owed.newest.time : timestampIn(unacknowledgedSeconds ?? 0, since)
}

/**
 * The earlier one of two times. The clock may go back: then a stored time counts as now, so that nothing waits for longer
 * than it must (rules.md#what-subscriptions-tell-11).
 */
function earlier(one: string, other: string): string {
  return one < other ? one : other
}

/** The later one of two times; `null` = never. */
function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

/** Ends the pause after a try that has failed: the next one begins at a time, unless it begins earlier. */
export function endPause(owed: Owed, time: string): Owed {
  const { message } = owed
  return message === null || message.nextTry <= time ? owed : { ...owed, message: { ...message, nextTry: time } }
}

/**
 * Shortens the pause after a try that has failed, because the receiver takes messages again. One that it still refuses is
 * tried no more often than after the first pause, or as the receiver has asked for.
 */
export function shortenPause(owed: Owed, now: string): Owed {
  const least = owed.message?.notBefore ?? now
  return endPause(owed, least > now ? least : now)
}
