import type { Alert, Edge, Node, Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'

/** The state that the model reads. The parents of each resource are in rank order. */
export interface NaiveState {
  readonly alerts: readonly Alert[]
  readonly parents: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
  readonly services: readonly NaiveService[]
  readonly rules: readonly NaiveRule[]
}

export interface NaiveService {
  readonly service: string
  readonly name: string
  readonly owner: string
  readonly runbook: string
  readonly topology: NaiveTopology | undefined
  readonly accepts: (alert: Alert) => boolean
}

export interface NaiveTopology {
  readonly id: string
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

/** A resource that works while enough of its children work. */
export interface NaiveRule {
  readonly environment: string
  readonly resource: string
  readonly minHealthy: number | `${number}%`
  /** A child has failed if an alert arrives there with this severity, or with a worse one. */
  readonly failedAt: Severity
  /** The maximum severity that passes while the rule holds; `null` = nothing passes. */
  readonly degraded: Severity | null
}

/** The maximum number of levels above a resource that are searched. */
export const LEVELS = 10

/** Whether a severity is worse than another one. `null` (nothing arrives) is better than every severity. */
export function isWorse(one: Severity | null, other: Severity | null): boolean {
  return rankOf(one) < rankOf(other)
}

export function worstOf(severities: Iterable<Severity | null | undefined>): Severity | null {
  let worst: Severity | null = null
  for (const severity of severities) if (severity && isWorse(severity, worst)) worst = severity
  return worst
}

/** Returns the severity, or `limit` if the severity is worse. */
export function atMost(severity: Severity, limit: Severity | null): Severity | null {
  return isWorse(severity, limit) ? limit : severity
}

/** Returns the position in the order of severities: 0 is the worst, and `null` comes last. */
export function rankOf(severity: Severity | null): number {
  return severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity)
}

export function worseFirst(one: Alert, other: Alert): number {
  const keys = (alert: Alert) => [alert.activeSince, alert.environment, alert.resource, alert.event, alert.id]
  const [left, right] = [keys(one), keys(other)]
  const differing = left.findIndex((key, index) => key !== right[index])
  return (
    rankOf(one.severity) - rankOf(other.severity) ||
    (differing === -1 ? 0 : order(left[differing] as string, right[differing] as string))
  )
}

export function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** Returns the fields of an alert in answers about impact. */
export function named({ id, environment, resource, event, severity, status, activeSince }: Alert) {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
