import { LIMITS } from '../limits.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { compareSeverities, type Severity } from './severity.js'

/**
 * What the senders of an alert have reported: which fingerprints are open, and which have closed
 * (rules.md#fingerprints). A fingerprint is the id that a sender gives to one problem. One alert may stand for several
 * problems, such as two full disks of one host, and then has a fingerprint for each of them.
 */
export interface Fingerprints {
  readonly open: readonly OpenFingerprint[]
  /** The fingerprint that was closed longest ago comes first. */
  readonly closed: readonly ClosedFingerprint[]
  /**
   * The fingerprints that were open when a person closed the alert. Until the next arrival, the person can undo this
   * and open them again. Absent = none.
   */
  readonly ended?: readonly OpenFingerprint[]
}

/** The fingerprint of a problem that is not over. */
export interface OpenFingerprint {
  /** The fingerprint of the arrival; empty = the arrival has none. */
  readonly fingerprint: string
  readonly severity: Severity
  /** At most `LIMITS.fingerprintText` UTF-16 units; a longer text is cut. */
  readonly text: string
  /** When the fingerprint was opened. */
  readonly since: string
  /** When an arrival last opened or renewed it. */
  readonly lastReceiveTime: string
  /** The newest time that the sender gave; `null` = no arrival had a time. */
  readonly eventTime: string | null
  /** The time at which the fingerprint closes unless it arrives again; `null` = it does not close by itself. */
  readonly endTime: string | null
  /** The sender of the fingerprint, see {@link SourcedFingerprint}. */
  readonly source: string
}

/** What is stored about a closed fingerprint, so that a late arrival does not open it again. */
export interface ClosedFingerprint {
  readonly fingerprint: string
  /** The newest time that the sender gave in an arrival that opened or renewed the fingerprint. */
  readonly openTime: string | null
  /**
   * The time that the sender gave for the closing; `null` = the sender gave no time, or did not close the fingerprint:
   * its `endTime` passed, or a person closed it.
   */
  readonly closeTime: string | null
  /** When the server received the arrival that closed the fingerprint; `null` if no arrival closed it. */
  readonly receiveTime: string | null
}

/**
 * A fingerprint together with its sender: `webhook:<id>`, or `origin:<origin>` for `POST /api/alert`. Two senders may
 * use the same text for different things.
 */
export interface SourcedFingerprint {
  readonly source: string
  readonly fingerprint: string
}

/** What an arrival says about its fingerprint. */
export interface FingerprintReport extends SourcedFingerprint {
  readonly closes: boolean
  readonly severity: Severity
  readonly text: string
  /** When the change happened, by the clock of the sender; `null` = the sender gives no time. */
  readonly eventTime: string | null
  readonly endTime: string | null
  /** When the arrival was received. */
  readonly now: string
}

/**
 * The effect of a report. `outdated`: a newer report was applied before, so nothing changes. `unknown`: the report
 * closes a fingerprint that is not open, so only the time of its closing is stored.
 */
export type FingerprintReportResult =
  | { readonly effect: 'outdated' }
  | { readonly effect: 'applied' | 'unknown'; readonly fingerprints: Fingerprints }

export const NO_FINGERPRINTS: Fingerprints = { open: [], closed: [] }

/**
 * Applies a report of another event of the same problem (rules.md#correlation): the fingerprint of the report replaces
 * all open fingerprints. The replaced fingerprints are closed at the time of the report.
 */
export function replaceAllByReport(
  stored: Fingerprints,
  status: AlertStatus,
  report: FingerprintReport,
): FingerprintReportResult {
  const worst = worstFingerprint(stored)
  if (worst === undefined) return applyReport(stored, status, report)
  if (isLateForAll(stored, report)) return { effect: 'outdated' }
  const replaced = stored.open.filter(({ fingerprint }) => fingerprint !== report.fingerprint)
  const { closed } = replaced.reduce((rest, open) => moveToClosed(rest, closeByReport(stored, open, report)), stored)
  const eventTime = stored.open.reduce<string | null>((last, open) => laterTime(last, open.eventTime), null)
  return applyReport({ open: [{ ...worst, fingerprint: report.fingerprint, eventTime }], closed }, status, report)
}

/** Applies a report to the fingerprints of an alert (rules.md#fingerprints). */
export function applyReport(
  stored: Fingerprints,
  status: AlertStatus,
  report: FingerprintReport,
): FingerprintReportResult {
  if (!report.closes) return openFingerprint(stored, report)
  return report.fingerprint === '' ? closeAllFingerprints(stored, report) : closeOneFingerprint(stored, status, report)
}

/**
 * Closes all open fingerprints, because a person closed the alert or the alert expired. The newest times of the
 * fingerprints do not change.
 */
export function endAllFingerprints(stored: Fingerprints): Fingerprints {
  if (stored.open.length === 0) return stored
  return {
    ...stored.open.reduce((rest, open) => moveToClosed(rest, closeWithoutReport(open)), stored),
    ended: stored.open,
  }
}

/** Undoes {@link endAllFingerprints}: opens the fingerprints again that a person closed by mistake. */
export function reopenEndedFingerprints({ open, closed, ended = [] }: Fingerprints): Fingerprints {
  const names = new Set(ended.map(({ fingerprint }) => fingerprint))
  return { open: [...open, ...ended], closed: closed.filter(({ fingerprint }) => !names.has(fingerprint)) }
}

/** Closes every fingerprint whose `endTime` has passed by `now`. The newest times of the fingerprints do not change. */
export function closeDueFingerprints(stored: Fingerprints, now: string): Fingerprints {
  const due = stored.open.filter(({ endTime }) => endTime !== null && endTime <= now)
  return due.reduce((rest, open) => moveToClosed(rest, closeWithoutReport(open)), stored)
}

/** The earliest `endTime` of the open fingerprints; `null` = none has one. */
export function earliestEndTime({ open }: Fingerprints): string | null {
  return open.reduce<string | null>(
    (first, { endTime }) => (endTime !== null && (first === null || endTime < first) ? endTime : first),
    null,
  )
}

/** The open fingerprint with the worst severity; among equals, the one that arrived last. */
export function worstFingerprint({ open }: Fingerprints): OpenFingerprint | undefined {
  const [first, ...others] = open
  if (first === undefined) return undefined
  return others.reduce((worst, next) => (isWorseFingerprint(next, worst) ? next : worst), first)
}

function isWorseFingerprint(next: OpenFingerprint, worst: OpenFingerprint): boolean {
  const order = compareSeverities(next.severity, worst.severity)
  return order < 0 || (order === 0 && next.lastReceiveTime >= worst.lastReceiveTime)
}

function openFingerprint(stored: Fingerprints, report: FingerprintReport): FingerprintReportResult {
  const open = stored.open.find(({ fingerprint }) => fingerprint === report.fingerprint)
  if (open === undefined && stored.open.length - Number(hasOpenFingerprintWithoutName(stored)) >= LIMITS.fingerprints) {
    // There is no room for one more fingerprint with a name, so this one is stored without its name. The alert may then
    // stay open for too long, but it never closes too early.
    if (report.fingerprint !== '') return openFingerprint(stored, { ...report, fingerprint: '' })
  }
  const closed = stored.closed.find(({ fingerprint }) => fingerprint === report.fingerprint)
  if (isLateOpening(open, closed, report)) return { effect: 'outdated' }
  const entry: OpenFingerprint = {
    fingerprint: report.fingerprint,
    severity: report.severity,
    text: truncateText(report.text),
    since: open?.since ?? problemStartOfReport(report),
    lastReceiveTime: report.now,
    eventTime: report.eventTime ?? laterTime(open?.eventTime ?? null, newestTime(closed)),
    endTime: report.endTime,
    source: report.source,
  }
  // The renewed entry moves to the end, so the entries stay in the order of arrival even if two have the same time.
  const others = stored.open.filter(({ fingerprint }) => fingerprint !== entry.fingerprint)
  const otherClosed = stored.closed.filter(({ fingerprint }) => fingerprint !== entry.fingerprint)
  return { effect: 'applied', fingerprints: { open: [...others, entry], closed: otherClosed } }
}

/**
 * True if the report must not open the fingerprint, because it is older than an opening report that was applied before,
 * or because it is older than a closing report that was received shortly before. If the closing report was received
 * longer ago, the report opens the fingerprint: an alert that wrongly stays open is better than one that is wrongly
 * closed.
 */
function isLateOpening(
  open: OpenFingerprint | undefined,
  closed: ClosedFingerprint | undefined,
  { eventTime, now }: FingerprintReport,
): boolean {
  if (open !== undefined) return isOlder(eventTime, open.eventTime)
  if (closed === undefined) return false
  if (isOlder(eventTime, closed.openTime)) return true
  if (closed.receiveTime === null || !isOlder(eventTime, closed.closeTime)) return false
  return Date.parse(now) - Date.parse(closed.receiveTime) <= LIMITS.lateOpening * 1000
}

function isLateForAll({ open, closed }: Fingerprints, report: FingerprintReport): boolean {
  if (open.some(({ eventTime }) => isOlder(report.eventTime, eventTime))) return true
  const before = closed.find(({ fingerprint }) => fingerprint === report.fingerprint)
  return report.closes ? isOlder(report.eventTime, newestTime(before)) : isLateOpening(undefined, before, report)
}

function closeOneFingerprint(
  stored: Fingerprints,
  status: AlertStatus,
  report: FingerprintReport,
): FingerprintReportResult {
  const open = stored.open.find(({ fingerprint }) => fingerprint === report.fingerprint)
  if (open !== undefined) {
    if (isOlder(report.eventTime, open.eventTime)) return { effect: 'outdated' }
    return { effect: 'applied', fingerprints: moveToClosed(stored, closeByReport(stored, open, report)) }
  }
  const closed = stored.closed.find(({ fingerprint }) => fingerprint === report.fingerprint)
  if (isOlder(report.eventTime, newestTime(closed))) return { effect: 'outdated' }
  const closing = { fingerprint: report.fingerprint, eventTime: closed?.openTime ?? null }
  const fingerprints = moveToClosed(stored, closeByReport(stored, closing, report))
  // If nothing is open on an active alert, a person reopened it, and the next closing report closes it.
  const isReopened = isActive(status) && stored.open.length === 0
  return { effect: isReopened ? 'applied' : 'unknown', fingerprints }
}

/**
 * A closing report without a fingerprint closes every open fingerprint whose newest time is not later than the time of
 * the report.
 */
function closeAllFingerprints(stored: Fingerprints, report: FingerprintReport): FingerprintReportResult {
  const closing: FingerprintToClose[] = stored.open.filter(({ eventTime }) => !isOlder(report.eventTime, eventTime))
  const unnamed = stored.closed.find(({ fingerprint }) => fingerprint === '')
  const isLate = stored.open.length > 0 || isOlder(report.eventTime, newestTime(unnamed))
  if (closing.length === 0 && isLate) return { effect: 'outdated' }
  if (!hasOpenFingerprintWithoutName(stored)) closing.push({ fingerprint: '', eventTime: unnamed?.openTime ?? null })
  return {
    effect: 'applied',
    fingerprints: closing.reduce((rest, open) => moveToClosed(rest, closeByReport(stored, open, report)), stored),
  }
}

type FingerprintToClose = Pick<OpenFingerprint, 'fingerprint' | 'eventTime'>

/**
 * Returns the entry that is stored for a closed fingerprint. Its times never become older, and a report without a time
 * does not change them.
 */
function closeByReport(
  stored: Fingerprints,
  closing: FingerprintToClose,
  report: FingerprintReport,
): ClosedFingerprint {
  const { fingerprint, eventTime: openTime } = closing
  const before = stored.closed.find((closed) => closed.fingerprint === fingerprint)
  const isNewest = report.eventTime !== null && !isOlder(report.eventTime, before?.closeTime ?? null)
  if (before !== undefined && !isNewest) return { ...before, openTime }
  return { fingerprint, openTime, closeTime: report.eventTime, receiveTime: report.now }
}

function closeWithoutReport({ fingerprint, eventTime }: FingerprintToClose): ClosedFingerprint {
  return { fingerprint, openTime: eventTime, closeTime: null, receiveTime: null }
}

/** Moves a fingerprint from the open fingerprints to the closed fingerprints. Drops the oldest closed fingerprints. */
function moveToClosed(stored: Fingerprints, entry: ClosedFingerprint): Fingerprints {
  const isOther = ({ fingerprint }: { readonly fingerprint: string }) => fingerprint !== entry.fingerprint
  return {
    open: stored.open.filter(isOther),
    closed: [...stored.closed.filter(isOther), entry].slice(-LIMITS.fingerprints),
  }
}

/** True if `text` is too long for a fingerprint, and `truncated` is the beginning of it that a fingerprint stores. */
export function isTruncatedTo(text: string, truncated: string): boolean {
  return text.length > LIMITS.fingerprintText && truncated === truncateText(text)
}

function truncateText(text: string): string {
  return text.slice(0, LIMITS.fingerprintText).toWellFormed()
}

function hasOpenFingerprintWithoutName({ open }: Fingerprints): boolean {
  return open.some(({ fingerprint }) => fingerprint === '')
}

/** When the problem began: the time that the sender gives, but at most now. */
function problemStartOfReport({ eventTime, now }: FingerprintReport): string {
  return eventTime !== null && eventTime < now ? eventTime : now
}

function newestTime(closed: ClosedFingerprint | undefined): string | null {
  return laterTime(closed?.openTime ?? null, closed?.closeTime ?? null)
}

/** The later of two times. If one of them is `null`, returns the other one. */
function laterTime(one: string | null, other: string | null): string | null {
  return one === null || isOlder(one, other) ? other : one
}

/** True if both times are given, and `time` is before `other`. */
function isOlder(time: string | null, other: string | null): boolean {
  return time !== null && other !== null && time < other
}
