import type { NaiveRule, NaiveState } from './state.js'
import { isWorse } from './state.js'
import { arrivesAtResource, childrenOf, type Graph } from './ways.js'

/** A redundancy rule, and the number of healthy children of its resource. */
export interface RuleStatus {
  readonly rule: NaiveRule
  readonly of: number
  readonly healthy: number
  readonly minHealthy: number
}

/**
 * Finds which redundancy rules hold, which means that enough children are healthy. At first, every rule holds. If too
 * few children of a resource are healthy, its rule breaks. Then worse severities arrive elsewhere, and further rules
 * may break. This ends when no further rule breaks.
 */
export function redundancyOf(state: NaiveState): readonly RuleStatus[] {
  for (let holding = state.rules; ; ) {
    const statuses = statusesWhile(holding, state)
    const next = statuses.filter(holds).map(({ rule }) => rule)
    if (next.length === holding.length) return statuses
    holding = next
  }
}

/** Returns the states of the children of all rules while the given rules hold. */
export function statusesWhile(holding: readonly NaiveRule[], state: NaiveState): readonly RuleStatus[] {
  return state.rules.map((rule) => statusOf(rule, state, { parents: state.parents, holding }))
}

export function holds({ healthy, minHealthy }: RuleStatus): boolean {
  return healthy >= minHealthy
}

/** Returns the fields of a rule in answers about impact. */
export function shown({ rule: { environment, resource }, of, healthy, minHealthy }: RuleStatus) {
  return { environment, resource, of, healthy, minHealthy }
}

function statusOf(rule: NaiveRule, state: NaiveState, graph: Graph): RuleStatus {
  const children = childrenOf(state, rule.environment, rule.resource)
  const failed = children.filter((child) => hasFailed(child, rule, state, graph))
  const { length } = children
  return { rule, of: length, healthy: length - failed.length, minHealthy: inNumbers(rule.minHealthy, length) }
}

/**
 * Whether a child has failed. An alert in blackout affects no service, but its resource counts as failed. A shelved
 * alert has no effect.
 */
function hasFailed(child: string, { environment, failedAt }: NaiveRule, state: NaiveState, graph: Graph): boolean {
  const alerts = state.alerts.filter((alert) => alert.environment === environment && alert.status !== 'shelved')
  return alerts.some((alert) => !isWorse(failedAt, arrivesAtResource(graph, alert, child)))
}

function inNumbers(minHealthy: NaiveRule['minHealthy'], children: number): number {
  if (typeof minHealthy === 'number') return minHealthy
  return Math.ceil((Number(minHealthy.slice(0, -1)) * children) / 100)
}
