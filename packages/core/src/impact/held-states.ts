import { groupBy } from '../group-by.js'
import { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { ArrivalsOfAlert, HeldStates } from '../topology/assignment/node-severities.js'
import type { Graph } from '../topology/graph.js'
import type { AncestorWalk } from './ancestor-walk.js'
import type { ImpactAlert } from './impact-alert.js'
import { type LimitsOfAlert, limitsInTopology } from './limits-in-topology.js'
import { arrivingSeverity, type RuleState } from './redundancy.js'

/** Alerts, and the ids of the alerts that each node of a topology shows, by node id. */
export interface ShownAlerts {
  readonly alerts: readonly ImpactAlert[]
  readonly assignments: ReadonlyMap<string, readonly string[]>
}

export interface EnvironmentWalks {
  /** The complete walks from the alerts up to their ancestors, by environment. */
  readonly walks: ReadonlyMap<string, AncestorWalk>
  /** The rules that are not broken, by environment. */
  readonly holding: ReadonlyMap<string, readonly RuleState[]>
}

/**
 * Finds which severities the rules lower in a topology (rules.md#assignments-14). Yields now and then.
 *
 * @returns `undefined` if the rules lower nothing
 */
export function* heldStates(
  topology: Graph,
  { alerts, assignments }: ShownAlerts,
  { walks, holding }: EnvironmentWalks,
): Generator<undefined, HeldStates | undefined> {
  const nodes = new NodeLookup(topology)
  const rules = Array.from(holding.values(), (states) => states.map(({ rule }) => rule)).flat()
  const passingNodes = new Map(
    rules.flatMap((rule) => {
      const id = nodes.resource(rule)
      return id === undefined ? [] : [[id, rule.degraded] as const]
    }),
  )
  const arrivals = new Map<string, ArrivalsOfAlert>()
  const shownBy = resourcesByAlertId(topology, assignments)
  const shown = alerts.flatMap((alert) => {
    const shownAt = shownBy.get(alert.id)
    return shownAt === undefined ? [] : [{ ...alert, shownAt }]
  })
  yield
  for (const [environment, own] of groupBy(shown, (alert) => alert.environment)) {
    const held = holding.get(environment) ?? []
    const walk = walks.get(environment) as AncestorWalk
    const limits =
      held.length === 0 ? NO_LIMITS : yield* limitsInTopology(nodes, environment, { walk, holding: held }, own)
    for (const alert of own) {
      const arrival = arrivingSeveritiesOf(alert, limits.get(alert.id))
      if (arrival !== undefined) arrivals.set(alert.id, arrival)
    }
    yield
  }
  return passingNodes.size + arrivals.size === 0 ? undefined : { passing: passingNodes, arrivals }
}

const NO_LIMITS: ReadonlyMap<string, LimitsOfAlert> = new Map()

/** The severities with which an alert arrives at its node and at the service; `undefined` if rules lower neither. */
function arrivingSeveritiesOf(alert: ImpactAlert, limits: LimitsOfAlert | undefined): ArrivalsOfAlert | undefined {
  if (limits === undefined) return undefined
  const [atNode, atService] = [arrivingSeverity(alert, limits.atNode), arrivingSeverity(alert, limits.atService)]
  return atNode === alert.severity && atService === alert.severity ? undefined : { atNode, atService }
}

/** The resource whose node shows an alert, by alert id. An alert that the node of an environment shows is absent. */
function resourcesByAlertId({ nodes }: Graph, assignments: ShownAlerts['assignments']): ReadonlyMap<string, string> {
  return new Map(
    nodes.flatMap(({ id, resource }) =>
      resource === null ? [] : (assignments.get(id) ?? []).map((alertId) => [alertId, resource] as const),
    ),
  )
}
