import type { Issue } from '@opsgraph/core'
import { ALERT_STATUSES, SEVERITIES } from '@opsgraph/core/pure'
import type { AssignedAlerts, CountedAlert, CountedRollup, InheritedSeverity } from './alert-counts.js'

type RawObject = Readonly<Record<string, unknown>>

/** The valid fields of a response of `GET /api/service_topology/:id/assignments`, and the faults of the others. */
export interface AssignedAlertsAsRead {
  readonly assigned: AssignedAlerts
  readonly issues: readonly Issue<'invalidAlerts'>[]
}

/**
 * Reads the JSON of `GET /api/service_topology/:id/assignments` (rules.md#assignments). Reports at most one fault for
 * each field.
 */
export function readAssignedAlerts(value: unknown): AssignedAlertsAsRead {
  const sent: RawObject = isObject(value) ? value : {}
  const faults = [
    ...faultOf(
      'alerts',
      sent.alerts,
      isAlertList,
      'a list of alerts, each with id and severity (and status, if it has one)',
    ),
    ...faultOf('assignments', sent.assignments, isListing, 'an object of lists of alert ids, by node id'),
    ...faultOf('unassigned', sent.unassigned ?? [], isIdList, 'a list of alert ids'),
    ...faultOf('rollups', sent.rollups ?? {}, isRollups, 'an object, by alert id'),
    ...faultOf('severities', sent.severities ?? {}, isSeverities, 'an object of inherited severities, by node id'),
  ]
  const { alerts, assignments, unassigned = [], rollups = {}, severities } = sent
  return {
    issues: faults,
    assigned: {
      alerts: isAlertList(alerts) ? alerts.map((alert) => ({ status: 'open', ...alert })) : [],
      assignments: new Map(isListing(assignments) ? Object.entries(assignments) : []),
      unassigned: isIdList(unassigned) ? unassigned : [],
      rollups: new Map(isRollups(rollups) ? Object.entries(rollups) : []),
      severities: isSeverities(severities) ? new Map(Object.entries(severities)) : undefined,
    },
  }
}

function faultOf(path: string, value: unknown, isRight: (value: unknown) => boolean, what: string) {
  if (isRight(value)) return []
  return [{ code: 'invalidAlerts', path, message: `${path} must be ${what}` } as const]
}

type SentAlert = Omit<CountedAlert, 'status'> & Partial<Pick<CountedAlert, 'status'>>

/** Whether a value is a list of alerts. An alert without a status counts as open. */
function isAlertList(value: unknown): value is readonly SentAlert[] {
  return (
    Array.isArray(value) &&
    value.every(
      (alert) =>
        isObject(alert) &&
        typeof alert.id === 'string' &&
        isOneOf(SEVERITIES, alert.severity) &&
        (alert.status === undefined || isOneOf(ALERT_STATUSES, alert.status)),
    )
  )
}

function isRollups(value: unknown): value is Readonly<Record<string, CountedRollup>> {
  const isArrival = (arrives: unknown) => arrives === undefined || arrives === null || isOneOf(SEVERITIES, arrives)
  return isObject(value) && Object.values(value).every((rollup) => isObject(rollup) && isArrival(rollup.arrives))
}

function isSeverities(value: unknown): value is Readonly<Record<string, InheritedSeverity>> {
  const isRight = ({ inherited, from }: RawObject) =>
    (inherited === null || isOneOf(SEVERITIES, inherited)) && (from === null || typeof from === 'string')
  return isObject(value) && Object.values(value).every((each) => isObject(each) && isRight(each))
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return values.some((each) => each === value)
}

function isObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListing(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  return isObject(value) && Object.values(value).every(isIdList)
}

function isIdList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === 'string')
}
