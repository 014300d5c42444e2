import type { Alert, AlertDraft } from './alert.js'
import type { RenewedField } from './alert-fields.js'
import { type Arrival, historyEntry, withHistory } from './alert-history.js'
import { type AlertStatus, isActive } from './alert-status.js'
import { closesAlert } from './severity.js'
import { expireTimeOf, takeStatus } from './take-status.js'

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
  const createTime = draft.createTime ?? now
  return {
    id: arrival.newId(),
    duplicateCount: 0,
    repeat: false,
    previousSeverity: null,
    activeSince: createTime,
    expireTime: expireTimeOf(draft, now),
    statusUntil: null,
    receiveTime: now,
    lastReceiveTime: now,
    updateTime: now,
    history: [historyEntry(state, 'new', arrival, draft.text)],
    ...draft,
    status,
    createTime,
  }
}

/**
 * Updates the stored alert when it is received again. Attributes and tags do not change here; `KnownAlert` merges them.
 */
export function renewAlert(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  return stored.severity === draft.severity ? duplicate(stored, draft, arrival) : correlated(stored, draft, arrival)
}

/**
 * Counts a duplicate: the alert was received again with the same severity. Adds a history entry if the status changes,
 * for example because a closed alert is reopened, and another history entry if the value changes.
 */
function duplicate(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  const counted = { duplicateCount: stored.duplicateCount + 1, repeat: true }
  const alert = { ...renewed(stored, draft, arrival), ...counted }
  const reopened = alert.status === stored.status ? alert : withHistory(alert, 'status', arrival, draft.text)
  return draft.value === stored.value ? reopened : withHistory(reopened, 'value', arrival, draft.text)
}

function correlated(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  const alert: Alert = {
    ...renewed(stored, draft, arrival),
    severity: draft.severity,
    previousSeverity: stored.severity,
    duplicateCount: 0,
    repeat: false,
  }
  return withHistory(alert, 'severity', arrival, draft.text)
}

/** Updates the status and the fields that are replaced whenever the alert is received again. */
function renewed(stored: Alert, draft: AlertDraft, arrival: Arrival): Alert {
  const status = arrivingStatus(stored, draft)
  return {
    ...(status === undefined ? stored : takeStatus(stored, status, { now: arrival.now })),
    ...renewedFields(stored, draft),
    expireTime: expireTimeOf(draft, arrival.now),
    lastReceiveTime: arrival.now,
  }
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

/** Gives an alert the status that a user chose, and adds a history entry. */
export function changeStatus(stored: Alert, change: ChosenStatus, arrival: Arrival): Alert {
  const changed = takeStatus(stored, change.status, { now: arrival.now, timeout: change.timeout })
  return withHistory(changed, 'status', arrival, change.text)
}

interface ChosenStatus {
  readonly status: AlertStatus
  readonly text: string
  /** Seconds after which the alert becomes `open` again; 0 or `undefined` = the status does not end by itself. */
  readonly timeout?: number | undefined
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
