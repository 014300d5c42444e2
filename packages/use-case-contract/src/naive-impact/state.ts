import type { Alert, Edge, Node, Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'

/** What the model needs to know. The parents of each resource are in rank order. */
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
  /** What passes while the rule holds: at most this severity. With `null`, nothing passes. */
  readonly degraded: Severity | null
}

/** The greatest number of steps from a resource to its parents. */
export const LEVELS = 10

/** Whether a severity is worse than another one. Every severity is worse than `null`: nothing arrives. */
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

/** The position in the order of severities: the worst severity is 0, and `null` comes last. */
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

/** The fields of an alert in answers about impact. */
export function named({ id, environment, resource, event, severity, status, activeSince }: Alert) {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
