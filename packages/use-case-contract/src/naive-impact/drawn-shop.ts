import type { Alert } from '@opsgraph/core'
import { edge, node, toAlert } from '../impact-worlds.js'
import { NaiveImpact } from './impact.js'
import type { NaiveRule, NaiveTopology } from './state.js'

/** Three machines of a pool, and the service that shows the pool. */
export const POOL = { relations: ['web-1 > pool', 'web-2 > pool', 'web-3 > pool'], drawn: { pool: [] } }

export interface Drawing {
  /** Chains such as `a > b > c`: b is the parent of a, and c is the parent of b. */
  readonly relations: readonly string[]
  /** The parents of each node in the topology of `shop`. A node without a parent is below the environment `P`. */
  readonly drawn: Readonly<Record<string, readonly string[]>>
  readonly alerts: readonly Partial<Parameters<typeof toAlert>[0]>[]
  readonly rules?: readonly NaiveRule[]
  readonly accepts?: (alert: Alert) => boolean
}

/**
 * Computes the service `shop`, the impact of the first alert, and the severities of the nodes. By default, alerts are
 * critical, and the first alert is the oldest.
 */
export function shop({ relations, drawn, alerts, rules = [], accepts = () => true }: Drawing) {
  const usual = { environment: 'P', resourceParent: null, severity: 'critical', status: 'open', service: [] } as const
  const all = alerts.map((fields, index) =>
    toAlert({ ...usual, resource: 'r', activeSince: `2026-01-01T00:0${index}:00.000Z`, ...fields } as never, index),
  )
  const service = { service: 'shop', name: 'Shop', owner: '', runbook: '', topology: topology(drawn), accepts }
  const parents = new Map([['P', parentsFrom(relations)]])
  const model = new NaiveImpact({ alerts: all, parents, services: [service], rules })
  const [first] = all
  return {
    ...{ model, all, service: model.services()[0] as ReturnType<typeof model.services>[0] },
    impact: first === undefined ? { services: [] } : model.of(first),
    nodes: model.nodeSeverities('shop'),
    why: first === undefined ? null : model.why(first, service),
  }
}

export function rule(
  resource: string,
  minHealthy: NaiveRule['minHealthy'],
  fields: Partial<NaiveRule> = {},
): NaiveRule {
  return { environment: 'P', resource, minHealthy, failedAt: 'major', degraded: 'warning', ...fields }
}

function topology(drawn: Drawing['drawn']): NaiveTopology {
  const names = Object.entries(drawn)
  return {
    id: 'topology',
    nodes: [
      ...[node('service', 'service', null, null), node('P', 'environment', 'P', null)],
      ...names.map(([name]) => node(name, 'resource', 'P', name)),
    ],
    edges: [
      edge('service', 'P'),
      ...names.flatMap(([target, above]) => (above.length === 0 ? ['P'] : above).map((source) => edge(source, target))),
    ],
  }
}

function parentsFrom(relations: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>()
  for (const chain of relations.map((line) => line.split(' > ')))
    for (const [index, parent] of chain.slice(1).entries())
      parents.set(chain[index] as string, [...(parents.get(chain[index] as string) ?? []), parent])
  return parents
}
