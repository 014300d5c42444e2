import { LIMITS } from '../limits.js'
import type { Alert, AlertDraft, AlertHistoryEntry } from './alert.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { closesAlert } from './severity.js'

/** What a received alert takes from outside: time, ids, and who sent it. */
export interface Arrival {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  readonly newId: () => string
  /** The user of the sender's key. */
  readonly actor: string
}

/** The alert to store when `draft` arrives and `stored` is known by its key (rules.md#repeated-alerts). */
export function receive(stored: Alert | undefined, draft: AlertDraft, arrival: Arrival): Alert {
  if (stored === undefined) return newAlert(draft, arrival)
  if (stored.severity === draft.severity) return duplicate(stored, draft, arrival)
  return correlated(stored, draft, arrival)
}

/** The draft is spread behind what is new: the other way around takes V8 some twenty times as long. */
function newAlert(draft: AlertDraft, arrival: Arrival): Alert {
  const { now } = arrival
  const status = closesAlert(draft.severity) ? 'closed' : (draft.status ?? 'open')
  const state = { severity: draft.severity, status }
  return {
    id: arrival.newId(),
    duplicateCount: 0,
    repeat: false,
    previousSeverity: null,
    receiveTime: now,
    lastReceiveTime: now,
    updateTime: now,
    history: [historyEntry(state, 'new', arrival, draft.text)],
    ...draft,
    status,
    createTime: draft.createTime ?? now,
  }
}

/** The same severity again: counted, and reopened when it was closed although the fault goes on. */
function duplicate(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  const status = statusAfter(stored, draft)
  const counted = { duplicateCount: stored.duplicateCount + 1, repeat: true }
  const alert = { ...renewed(stored, draft, arrival), ...counted, status }
  const reopened = status === stored.status ? alert : withHistory(alert, 'status', arrival, draft.text)
  return draft.value === stored.value ? reopened : withHistory(reopened, 'value', arrival, draft.text)
}

function correlated(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  const alert: Alert = {
    ...renewed(stored, draft, arrival),
    severity: draft.severity,
    previousSeverity: stored.severity,
    status: statusAfter(stored, draft),
    duplicateCount: 0,
    repeat: false,
  }
  return withHistory(alert, 'severity', arrival, draft.text)
}

/** What every further arrival brings up to date; a parent or children that it does not name stay. */
function renewed(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  return {
    ...stored,
    text: draft.text,
    value: draft.value,
    attributes: { ...stored.attributes, ...draft.attributes },
    tags: [...new Set([...stored.tags, ...draft.tags])],
    service: draft.service,
    resourceParent: draft.resourceParent ?? stored.resourceParent,
    resourceChildren: draft.resourceChildren.length > 0 ? draft.resourceChildren : stored.resourceChildren,
    lastReceiveTime: arrival.now,
  }
}

function statusAfter(stored: Alert, draft: AlertDraft): AlertStatus {
  if (closesAlert(draft.severity)) return 'closed'
  if (draft.status !== undefined) return draft.status
  return isActive(stored.status) ? stored.status : 'open'
}

/** The alert in a status that somebody gave it. */
export function changeStatus(stored: Alert, change: { status: AlertStatus; text: string }, arrival: Arrival): Alert {
  return withHistory({ ...stored, status: change.status }, 'status', arrival, change.text)
}

/** The alert with one more entry in its history, changed now. */
export function withHistory(alert: Alert, type: AlertHistoryEntry['type'], arrival: Arrival, text: string): Alert {
  const history = [...alert.history, historyEntry(alert, type, arrival, text)].slice(-LIMITS.alertHistory)
  return { ...alert, updateTime: arrival.now, history }
}

function historyEntry(
  { severity, status }: Pick<Alert, 'severity' | 'status'>,
  type: AlertHistoryEntry['type'],
  { newId, actor, now }: Arrival,
  text: string,
): AlertHistoryEntry {
  return { id: newId(), type, actor, text: remembered(text), severity, status, updateTime: now }
}

/** The alert itself keeps all of its text. */
function remembered(text: string): string {
  const { alertHistoryText: length } = LIMITS
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}
