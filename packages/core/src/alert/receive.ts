import type { Alert, AlertDraft } from './alert.js'
import { type Arrival, historyEntry, withHistory } from './alert-history.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { closesAlert } from './severity.js'

/**
 * Creates the alert for a key that is not stored yet. If the severity closes the alert, a sent status is ignored
 * (rules.md#receiving-an-alert-6).
 *
 * In the object literal, the draft is spread after the new fields. V8 takes about twenty times as long if the draft
 * comes first.
 */
export function newAlert(draft: AlertDraft, arrival: Arrival): Alert {
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

/**
 * Updates the stored alert when it is received again. Attributes and tags do not change here; `KnownAlert` merges them.
 */
export function renewAlert(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  return stored.severity === draft.severity ? duplicate(stored, draft, arrival) : correlated(stored, draft, arrival)
}

/**
 * Counts a duplicate: the alert was received again with the same severity. A closed alert is reopened if the problem
 * continues.
 */
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

/**
 * Updates the fields that are replaced whenever the alert is received again. If the received alert names no parent or
 * no children, the stored ones remain.
 */
function renewed(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  return {
    ...stored,
    text: draft.text,
    value: draft.value,
    service: draft.service,
    resourceParent: draft.resourceParent ?? stored.resourceParent,
    resourceChildren: draft.resourceChildren.length > 0 ? draft.resourceChildren : stored.resourceChildren,
    lastReceiveTime: arrival.now,
  }
}

/** The status after the alert is received again (rules.md#repeated-alerts-6, rules.md#receiving-an-alert-6). */
function statusAfter(stored: Alert, draft: AlertDraft): AlertStatus {
  if (closesAlert(draft.severity)) return 'closed'
  if (draft.status !== undefined) return draft.status
  return isActive(stored.status) ? stored.status : 'open'
}

/** Gives an alert the status that a user chose, and adds a history entry. */
export function changeStatus(stored: Alert, change: { status: AlertStatus; text: string }, arrival: Arrival): Alert {
  return withHistory({ ...stored, status: change.status }, 'status', arrival, change.text)
}

/**
 * The relations that an alert states in `resourceParent` and `resourceChildren` (rules.md#relations-of-an-alert).
 * Ignores a resource that is named as its own parent or child.
 */
export function relationsOfAlert({ environment, resource, resourceParent, resourceChildren, origin }: AlertDraft) {
  const pairs = resourceChildren.map((child) => ({ resource: child, parent: resource }))
  if (resourceParent !== null) pairs.push({ resource, parent: resourceParent })
  return pairs
    .filter((pair) => pair.resource !== pair.parent)
    .map((pair) => ({ ...pair, environment, source: 'event' as const, sourceRef: origin }))
}
