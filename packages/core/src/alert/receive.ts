import { LIMITS } from '../limits.js'
import { timestampAfterSeconds } from '../timestamp.js'
import type { Alert, AlertDraft } from './alert.js'
import type { RenewedField } from './alert-fields.js'
import { type ChangeContext, historyEntry, type ReceptionContext, withHistory } from './alert-history.js'
import { type AlertStatus, attentionOf, isActive } from './alert-status.js'
import {
  type FingerprintReport,
  type Fingerprints,
  isTruncatedTo,
  type OpenFingerprint,
  worstFingerprint,
} from './fingerprints.js'
import { closesAlert, compareSeverities } from './severity.js'
import { applyStatus, expireTimeOf } from './take-status.js'

/**
 * What a received alert says about its fingerprint (rules.md#fingerprints). If the `endTime` of the alert has passed,
 * the report closes the fingerprint at this time. If the time of the sender is far in the future, it counts as now.
 */
export function toReport(draft: AlertDraft, { now, source }: ReceptionContext): FingerprintReport {
  const { severity, text, endTime, fingerprint } = draft
  const closes = isClosing(draft, now)
  return {
    fingerprint: fingerprint ?? '',
    source,
    closes,
    severity,
    text,
    eventTime: reportedTime(draft, now),
    endTime,
    now,
  }
}

function reportedTime(draft: AlertDraft, now: string): string | null {
  if (hasEnded(draft, now)) return draft.endTime
  const { eventTime } = draft
  if (eventTime === null || eventTime <= now) return eventTime
  return eventTime > (timestampAfterSeconds(LIMITS.eventTimeAhead, now) ?? now) ? now : eventTime
}

/**
 * Sorts the alerts of one delivery by the time of their sender, so that they may arrive in any order
 * (rules.md#sender-times). Alerts without a time come last. Among alerts with the same time, and among alerts without a
 * time, closing alerts come first.
 */
export function compareArrivals(left: AlertDraft, right: AlertDraft, now: string): number {
  const leftTime = reportedTime(left, now) ?? TEXT_AFTER_ALL_TIMES
  const rightTime = reportedTime(right, now) ?? TEXT_AFTER_ALL_TIMES
  if (leftTime !== rightTime) return leftTime < rightTime ? -1 : 1
  return Number(isClosing(right, now)) - Number(isClosing(left, now))
}

/** Sorts after every ISO 8601 time, so alerts without a time come last. */
const TEXT_AFTER_ALL_TIMES = '~'

/** True if a received alert says that the problem is over, by its severity, its status or its `endTime`. */
export function isClosing(draft: AlertDraft, now: string): boolean {
  if (closesAlert(draft.severity) || hasEnded(draft, now)) return true
  return draft.status !== undefined && !isActive(draft.status)
}

function hasEnded({ endTime }: AlertDraft, now: string): boolean {
  return endTime !== null && endTime <= now
}

/**
 * Returns the received alert with the values that the stored alert gets from it. If the report closes the alert, the
 * status is `closed` or `expired`. Otherwise, severity and text are those of the worst open fingerprint.
 */
export function applyReportToDraft(
  draft: AlertDraft,
  report: FingerprintReport,
  { left, text }: StateAfterReport,
): AlertDraft {
  const { eventTime } = report
  if (report.closes) return { ...draft, eventTime, status: draft.status === 'expired' ? 'expired' : 'closed' }
  const worst = worstFingerprint(left)
  if (worst === undefined || worst.fingerprint === report.fingerprint) {
    return draft.eventTime === eventTime ? draft : { ...draft, eventTime }
  }
  return { ...draft, eventTime, severity: worst.severity, text: findWholeText(worst, text) }
}

interface StateAfterReport {
  /** The fingerprints that the alert has after the report. */
  readonly left: Fingerprints
  /** The text of the stored alert. */
  readonly text: string
}

/**
 * Returns the whole text of an open fingerprint. A fingerprint stores only the beginning of a long text. If the text of
 * the stored alert has this beginning, it is the whole text.
 */
function findWholeText(worst: OpenFingerprint, stored: string): string {
  return isTruncatedTo(stored, worst.text) ? stored : worst.text
}

/**
 * Creates the alert for a key that is not stored yet. If the severity closes the alert, a sent status is ignored
 * (rules.md#receiving-an-alert-6).
 *
 * In the object literal, the draft is spread after the new fields. V8 takes about twenty times as long if the draft
 * comes first.
 */
export function newAlert(draft: AlertDraft, context: ChangeContext): Alert {
  const { now } = context
  const status = closesAlert(draft.severity) ? 'closed' : (draft.status ?? 'open')
  const state = { severity: draft.severity, status, assignee: null }
  const createTime = draft.createTime ?? now
  return {
    id: context.newId(),
    duplicateCount: 0,
    repeat: false,
    previousSeverity: null,
    activeSince: problemStart(draft, now) ?? earlierTime(createTime, now),
    openCount: 0,
    expireTime: expireTimeOf(draft, now),
    statusUntil: null,
    assignee: null,
    receiveTime: now,
    lastReceiveTime: now,
    updateTime: now,
    history: [historyEntry(state, 'new', context, draft.text)],
    ...draft,
    status,
    createTime,
  }
}

/**
 * Updates the stored alert when it is received again. Attributes and tags do not change here; `StoredAlert` merges
 * them.
 */
export function renewAlert(stored: Alert, draft: AlertDraft, context: ChangeContext): Alert {
  const isDuplicate = stored.severity === draft.severity && stored.event === draft.event
  return isDuplicate ? countDuplicate(stored, draft, context) : renewWithSeverity(stored, draft, context)
}

/**
 * Counts a duplicate: the alert was received again with the same severity. Adds a history entry if the status changes,
 * for example because a closed alert is reopened, and another history entry if the value changes.
 */
function countDuplicate(stored: Alert, draft: AlertDraft, context: ChangeContext): Alert {
  const counters = { duplicateCount: stored.duplicateCount + 1, repeat: true }
  const alert = { ...applyArrival(stored, draft, context), ...counters }
  const reopened = alert.status === stored.status ? alert : withHistory(alert, 'status', context, draft.text)
  return draft.value === stored.value ? reopened : withHistory(reopened, 'value', context, draft.text)
}

function renewWithSeverity(stored: Alert, draft: AlertDraft, context: ChangeContext): Alert {
  const alert = withSeverity(applyArrival(stored, draft, context), draft.severity)
  const changed = withHistory(alert, 'severity', context, draft.text)
  return hasRisenUnseen(stored, draft) ? reopenAlert(changed, stored, context) : changed
}

function withSeverity(alert: Alert, severity: Alert['severity']): Alert {
  return { ...alert, severity, previousSeverity: alert.severity, duplicateCount: 0, repeat: false }
}

/** True if the alert became worse while somebody worked on it, and the sender gives no status. */
function hasRisenUnseen(stored: Alert, draft: AlertDraft): boolean {
  if (draft.status !== undefined || closesAlert(draft.severity)) return false
  if (!isActive(stored.status) || attentionOf(stored.status) !== 'acknowledged') return false
  return compareSeverities(draft.severity, stored.severity) < 0
}

/**
 * Opens an acknowledged alert again, because the user who acknowledged it has not seen that it became worse
 * (rules.md#repeated-alerts-8).
 */
function reopenAlert(alert: Alert, { severity, status }: Alert, context: ChangeContext): Alert {
  const text = `open again: the severity rose from ${severity} to ${alert.severity} while the status was ${status}`
  return withHistory(applyStatus(alert, 'open', { now: context.now }), 'status', context, text)
}

/**
 * Updates an alert after a received alert closed one of its fingerprints while another fingerprint is still open. Only
 * the times of reception and expiry, the severity and the text can change.
 */
export function closeOneOfSeveralFingerprints(stored: Alert, left: Fingerprints, context: ChangeContext): Alert {
  const received = { ...stored, lastReceiveTime: context.now, expireTime: expireTimeOf(stored, context.now) }
  return withWorstFingerprint(received, left, context)
}

/** Gives an alert the severity and the text of its worst open fingerprint. */
export function withWorstFingerprint(stored: Alert, left: Fingerprints, context: ChangeContext): Alert {
  const worst = worstFingerprint(left)
  if (worst === undefined) return stored
  const text = findWholeText(worst, stored.text)
  if (worst.severity === stored.severity) return { ...stored, text }
  return withHistory(withSeverity({ ...stored, text }, worst.severity), 'severity', context, text)
}

/** Updates the status and the fields that are replaced whenever the alert is received again. */
function applyArrival(stored: Alert, draft: AlertDraft, context: ChangeContext): Alert {
  const status = arrivingStatus(stored, draft)
  const since = problemStart(draft, context.now)
  return {
    ...(status === undefined ? stored : applyStatus(stored, status, { now: context.now, since })),
    ...(stored.event !== draft.event && { event: draft.event, correlate: draft.correlate }),
    ...renewedFields(stored, draft),
    expireTime: expireTimeOf(draft, context.now),
    lastReceiveTime: context.now,
  }
}

/** When the problem began: the time that the sender gives, but at most now; `undefined` = the sender gives no time. */
function problemStart({ eventTime }: AlertDraft, now: string): string | undefined {
  return eventTime === null ? undefined : earlierTime(eventTime, now)
}

function earlierTime(time: string, now: string): string {
  if (time < now) return time
  return now
}

/**
 * The fields that are replaced whenever the alert is received again. If the received alert names no parent, the stored
 * parent remains. If it names no children, the stored children remain.
 */
export function renewedFields(stored: Alert, received: Alert | AlertDraft): Pick<Alert, RenewedField> {
  return {
    text: received.text,
    value: received.value,
    service: received.service,
    timeout: received.timeout,
    resourceParent: received.resourceParent ?? stored.resourceParent,
    resourceChildren: received.resourceChildren.length > 0 ? received.resourceChildren : stored.resourceChildren,
    fingerprint: received.fingerprint,
    eventTime: received.eventTime ?? stored.eventTime,
    endTime: received.endTime,
  }
}

/**
 * The status that the alert gets when it is received again (rules.md#repeated-alerts-6, rules.md#receiving-an-alert-6);
 * `undefined` if the status does not change.
 */
function arrivingStatus(stored: Alert, draft: AlertDraft): AlertStatus | undefined {
  if (closesAlert(draft.severity)) return 'closed'
  return draft.status ?? (isActive(stored.status) ? undefined : 'open')
}

/**
 * Gives an alert the status that a user chose, and adds a history entry. With the status `assign`, the alert also gets
 * its assignee (rules.md#assignees).
 */
export function changeStatus(stored: Alert, change: ChosenStatus, context: ChangeContext): Alert {
  const changed = applyStatus(stored, change.status, { now: context.now, timeout: change.timeout })
  const given = change.status === 'assign' ? { ...changed, assignee: change.assignee ?? context.actor } : changed
  return withHistory(given, 'status', context, change.text)
}

interface ChosenStatus {
  readonly status: AlertStatus
  readonly text: string
  /** Seconds after which the alert becomes `open` again; 0 or `undefined` = the status does not end by itself. */
  readonly timeout?: number | undefined
  /** Who gets the alert with the status `assign`; `undefined` = the user who changes the status. */
  readonly assignee?: string | undefined
}
