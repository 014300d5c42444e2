import { compareNames, SEVERITIES, type Severity } from '@opsgraph/core/browser'
import type { TopologySummary } from '../../api/schemas.js'
import type { AlertTotals } from './assigned-alerts.js'

/** How a topology of the list stands. */
export interface Standing {
  readonly topology: TopologySummary
  /** `undefined` = not known. */
  readonly totals: AlertTotals | undefined
  readonly unassigned: number | undefined
  /** Why nothing is known. */
  readonly fault: string | undefined
}

/** The order in which somebody wants to see them who is called at night: the worst severity, then how often, then the name. */
export function worstFirst(one: Standing, other: Standing): number {
  const [mine, others] = [one.totals?.open[0], other.totals?.open[0]]
  const worse = rankOf(mine?.severity) - rankOf(others?.severity)
  if (worse !== 0) return worse
  return (others?.count ?? 0) - (mine?.count ?? 0) || compareNames(one.topology.name, other.topology.name)
}

function rankOf(severity: Severity | undefined): number {
  return severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity)
}
