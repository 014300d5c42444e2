import { LIMITS } from '../limits.js'
import { compareNames } from '../name.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import { rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import { type Limit, limitOf, NOTHING, type RuleState, UNLIMITED } from './redundancy.js'
import type { Redundancy } from './service-impact.js'
import { levelsOf, type WaysUp } from './ways-up.js'

/** How an answer shows a rule. */
export function shownRule({ rule, of, failed, minHealthy }: RuleState): Redundancy {
  const { environment, resource } = rule
  return { environment, resource, of, healthy: of - failed, minHealthy }
}

/**
 * The rules that hold an alert on its ways to a topology, by resource (rules.md#redundancy). Something of the alert that
 * is worse than a rule lets pass enters the resource of the rule from below, and the resource reaches the topology.
 */
export function rulesHolding(
  environment: AlertingEnvironment,
  alert: ImpactAlert,
  topology: NodeLookup,
): readonly Redundancy[] {
  const entered = new EnteredLimits(environment, alert, topology)
  const isHolding = (state: RuleState) =>
    state.rule.resource !== alert.resource &&
    Math.max(entered.at(state.rule.resource), rankOf(alert.severity)) < limitOf(state)
  return environment.states
    .filter((state) => isHolding(state) && reaches(environment, state, topology))
    .map(shownRule)
    .sort((one, other) => compareNames(one.resource, other.resource))
}

function reaches({ ways, drawn }: AlertingEnvironment, { rule }: RuleState, topology: NodeLookup): boolean {
  const node = ways.numberOf(rule.resource)
  const names =
    node === undefined ? [rule.resource] : namesOf(ways, levelsOf(ways.parents, { node, stated: undefined }))
  return names.some((name) => drawn.get(name)?.includes(topology))
}

function namesOf({ names }: WaysUp, nodes: ReadonlyMap<number, number>): readonly string[] {
  return [...nodes.keys()].map((node) => names[node] as string)
}

/** For one alert: how severe it can be where it enters a resource from below, before the rule of the resource. */
class EnteredLimits {
  readonly #limits = new Map<string, Limit>()

  constructor(environment: AlertingEnvironment, alert: ImpactAlert, topology: NodeLookup) {
    const arrived = this.#climb(environment, alert)
    this.#follow(alert.environment, { topology, arrived, states: environment.states })
  }

  /** The least limit; `NOTHING` if the alert does not enter the resource. */
  at(resource: string): Limit {
    return this.#limits.get(resource) ?? NOTHING
  }

  #enter(resource: string, limit: Limit): void {
    if (limit < this.at(resource)) this.#limits.set(resource, limit)
  }

  /** Moves up along the relations. Returns how severe the alert can be at each resource where it arrives. */
  #climb({ ways, graphs }: AlertingEnvironment, alert: ImpactAlert): ReadonlyMap<string, Limit> {
    const arrived = new Map<string, Limit>()
    const nameOf = (node: number) => ways.names[node] as string
    const start = ways.numbered(alert)
    if (start.stated !== undefined) this.#enter(nameOf(start.stated), UNLIMITED)
    for (const { limit, parents, open } of graphs.filter((graph) => graph.limit !== NOTHING)) {
      for (const [node, level] of levelsOf(parents, open(start))) {
        arrived.set(nameOf(node), Math.min(limit, arrived.get(nameOf(node)) ?? NOTHING))
        const above = level < LIMITS.rollupDepth ? (ways.parents[node] as readonly number[]) : []
        for (const parent of above) this.#enter(nameOf(parent), limit)
      }
    }
    return arrived
  }

  /** Moves up along the edges of the topology. */
  #follow(environment: string, { topology, arrived, states }: Followed): void {
    const limitAt = new Map(states.map((state) => [state.rule.resource, limitOf(state)]))
    const drawn = [...topology.resourcesOf(environment)]
    const at = new Map(drawn.map((resource) => [resource, arrived.get(resource) ?? NOTHING]))
    const pending = drawn.filter((resource) => at.get(resource) !== NOTHING)
    for (let resource = pending.pop(); resource !== undefined; resource = pending.pop()) {
      const limit = at.get(resource) as Limit
      for (const parent of topology.above({ environment, resource })) {
        this.#enter(parent, limit)
        const passed = Math.max(limit, limitAt.get(parent) ?? UNLIMITED)
        if (passed >= (at.get(parent) ?? NOTHING)) continue
        at.set(parent, passed)
        pending.push(parent)
      }
    }
  }
}

interface Followed {
  readonly topology: NodeLookup
  readonly arrived: ReadonlyMap<string, Limit>
  readonly states: readonly RuleState[]
}
