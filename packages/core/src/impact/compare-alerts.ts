import type { Alert } from '../alert/alert.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import { compareNames } from '../name.js'

const RANK_OF_SEVERITY: ReadonlyMap<Severity, number> = new Map(SEVERITIES.map((severity, rank) => [severity, rank]))
const MILDEST_CAUSE_RANK = rankOfSeverity('warning')

/** True if an alert is severe enough to explain other alerts (rules.md#root-causes-1). */
export function canExplain({ severity }: Pick<Alert, 'severity'>): boolean {
  return rankOfSeverity(severity) <= MILDEST_CAUSE_RANK
}

/** Compares alerts for sorting: the worst first, then the oldest, then by environment, resource, event and id. */
export function compareAlerts(one: ComparedAlert, other: ComparedAlert): number {
  return (
    rankOfSeverity(one.severity) - rankOfSeverity(other.severity) ||
    compareNames(one.activeSince, other.activeSince) ||
    compareKeys(one, other)
  )
}

/** Like {@link compareAlerts}, but among equally severe alerts, the newest comes first. */
export function compareNewestFirst(one: ComparedAlert, other: ComparedAlert): number {
  return (
    rankOfSeverity(one.severity) - rankOfSeverity(other.severity) ||
    compareNames(other.activeSince, one.activeSince) ||
    compareKeys(one, other)
  )
}

type ComparedAlert = Pick<Alert, 'environment' | 'resource' | 'event' | 'id' | 'severity' | 'activeSince'>

function compareKeys(one: ComparedAlert, other: ComparedAlert): number {
  return (
    compareNames(one.environment, other.environment) ||
    compareNames(one.resource, other.resource) ||
    compareNames(one.event, other.event) ||
    compareNames(one.id, other.id)
  )
}

/** The rank of a severity: 0 is the worst. */
export function rankOfSeverity(severity: Severity): number {
  return RANK_OF_SEVERITY.get(severity) as number
}
