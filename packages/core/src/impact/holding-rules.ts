import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import { type AncestorWalk, findLevels } from './ancestor-walk.js'
import { rankOfSeverity } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { ABSORBED, limitOfRule, type RuleState, type SeverityLimit, UNLIMITED } from './redundancy.js'
import type { Redundancy } from './service-impact.js'

/** Converts the state of a rule to the form that it has in answers. */
export function toRedundancy({ rule, of, failed, minHealthy }: RuleState): Redundancy {
  const { environment, resource } = rule
  return { environment, resource, of, healthy: of - failed, minHealthy }
}

/**
 * The rules that lower the severity of an alert before it arrives at a topology, or absorb the alert, sorted by
 * resource (rules.md#redundancy). The alert enters the resource of such a rule from below, with a worse severity than
 * the rule allows above this resource, and the resource reaches the topology.
 */
export function findHoldingRules(
  environment: AlertingEnvironment,
  alert: ImpactAlert,
  topology: NodeLookup,
): readonly Redundancy[] {
  const entryLimits = new EntryLimits(environment, alert, topology)
  const isHolding = (state: RuleState) =>
    state.rule.resource !== alert.resource &&
    Math.max(entryLimits.at(state.rule.resource), rankOfSeverity(alert.severity)) < limitOfRule(state)
  return environment.states
    .filter((state) => isHolding(state) && reachesTopology(environment, state, topology))
    .map(toRedundancy)
    .sort((one, other) => compareNames(one.resource, other.resource))
}

function reachesTopology({ walk, drawn }: AlertingEnvironment, { rule }: RuleState, topology: NodeLookup): boolean {
  const node = walk.numberOf(rule.resource)
  const names =
    node === undefined ? [rule.resource] : toNames(walk, findLevels(walk.parents, { node, namedParent: undefined }))
  return names.some((name) => drawn.get(name)?.includes(topology))
}

function toNames({ names }: AncestorWalk, nodes: ReadonlyMap<number, number>): readonly string[] {
  return [...nodes.keys()].map((node) => names[node] as string)
}

/** The limit with which one alert enters each resource from below, before the rule of this resource applies. */
class EntryLimits {
  readonly #limits = new Map<string, SeverityLimit>()

  constructor(environment: AlertingEnvironment, alert: ImpactAlert, topology: NodeLookup) {
    const arrived = this.#climb(environment, alert)
    this.#follow(alert.environment, { topology, arrived, states: environment.states })
  }

  /** The limit with which the alert enters the resource, the least of several; `ABSORBED` if it does not enter it. */
  at(resource: string): SeverityLimit {
    return this.#limits.get(resource) ?? ABSORBED
  }

  #enter(resource: string, limit: SeverityLimit): void {
    if (limit < this.at(resource)) this.#limits.set(resource, limit)
  }

  /** Follows the relations upward. Returns the limit with which the alert arrives at each resource. */
  #climb({ walk, graphs }: AlertingEnvironment, alert: ImpactAlert): ReadonlyMap<string, SeverityLimit> {
    const arrived = new Map<string, SeverityLimit>()
    const nameOf = (node: number) => walk.names[node] as string
    const start = walk.numberStart(alert)
    if (start.namedParent !== undefined) this.#enter(nameOf(start.namedParent), UNLIMITED)
    for (const { limit, parents, restrict } of graphs.filter((graph) => graph.limit !== ABSORBED)) {
      for (const [node, level] of findLevels(parents, restrict(start))) {
        arrived.set(nameOf(node), Math.min(limit, arrived.get(nameOf(node)) ?? ABSORBED))
        const above = level < LIMITS.rollupDepth ? (walk.parents[node] as readonly number[]) : []
        for (const parent of above) this.#enter(nameOf(parent), limit)
      }
    }
    return arrived
  }

  /** Follows the edges of the topology upward. */
  #follow(environment: string, { topology, arrived, states }: FollowInput): void {
    const limitAt = new Map(states.map((state) => [state.rule.resource, limitOfRule(state)]))
    const drawn = [...topology.resourcesOf(environment)]
    const at = new Map(drawn.map((resource) => [resource, arrived.get(resource) ?? ABSORBED]))
    const pending = drawn.filter((resource) => at.get(resource) !== ABSORBED)
    for (let resource = pending.pop(); resource !== undefined; resource = pending.pop()) {
      const limit = at.get(resource) as SeverityLimit
      for (const parent of topology.above({ environment, resource })) {
        this.#enter(parent, limit)
        const passed = Math.max(limit, limitAt.get(parent) ?? UNLIMITED)
        if (passed >= (at.get(parent) ?? ABSORBED)) continue
        at.set(parent, passed)
        pending.push(parent)
      }
    }
  }
}

interface FollowInput {
  readonly topology: NodeLookup
  readonly arrived: ReadonlyMap<string, SeverityLimit>
  readonly states: readonly RuleState[]
}
