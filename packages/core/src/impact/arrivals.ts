import { SEVERITIES, type Severity } from '../alert/severity.js'
import { LIMITS } from '../limits.js'
import type { AlertingEnvironment, AlertWay } from './alerting-environment.js'
import { rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { LimitedGraph } from './limited-graph.js'
import type { NumberedStart } from './ways-up.js'
import { WorkBudget } from './work-budget.js'

/** The worst that arrives at a resource. */
export interface Arrival {
  readonly severity: Severity
  /** The nearest alert of which this arrives. It is in `blackout` only if all of them are. */
  readonly alert: ImpactAlert
}

/**
 * Finds the worst that arrives at some resources of an environment, by the alerts by which a child of a redundancy rule
 * can fail: those that are not shelved (rules.md#states-of-children-2, rules.md#states-of-children-4). Resources at which nothing arrives are absent. Yields
 * now and then.
 */
export function* arrivalsAt(
  { ways, resources, graphs }: Pick<AlertingEnvironment, 'ways' | 'resources' | 'graphs'>,
  names: readonly string[],
): Generator<undefined, ReadonlyMap<string, Arrival>> {
  const missing = new Map(names.map((name) => [ways.numberOf(name), name]))
  missing.delete(undefined)
  const found = new Map<string, Arrival>()
  const starts = resources.flatMap((resource) => resource.ways)
  for (const [rank, severity] of SEVERITIES.entries()) {
    const graph = graphs.findLast(({ limit }) => limit <= rank) as LimitedGraph
    const isNew = graph.limit === rank || starts.some(({ alerts }) => alerts.some((alert) => isOfRank(alert, rank)))
    for (const isHeld of isNew ? [false, true] : []) {
      if (missing.size === 0) return found
      const reached = yield* climb(graph.parents, startingAt(graph, starts, { rank, isHeld }))
      for (const [node, name] of missing) {
        const alert = reached.get(node as number)
        if (alert === undefined) continue
        found.set(name, { severity, alert })
        missing.delete(node)
      }
    }
  }
  return found
}

interface Start extends NumberedStart {
  readonly alert: ImpactAlert
}

function isOfRank({ severity }: ImpactAlert, rank: number): boolean {
  return rankOf(severity) === rank
}

/** The ways with an alert of a rank or a worse one, each with the worst of them. */
function startingAt(
  graph: LimitedGraph,
  ways: readonly AlertWay[],
  { rank, isHeld }: { readonly rank: number; readonly isHeld: boolean },
): readonly Start[] {
  return ways.flatMap((way) => {
    const alert = way.alerts.find(({ status }) => status !== 'shelved' && (status === 'blackout') === isHeld)
    return alert === undefined || rankOf(alert.severity) > rank ? [] : [{ ...graph.open(way), alert }]
  })
}

/** The resources that lie on the ways up from some starts, each with the alert of the nearest start. */
function* climb(
  parents: readonly (readonly number[])[],
  starts: readonly Start[],
): Generator<undefined, ReadonlyMap<number, ImpactAlert>> {
  const reached = new Map<number, ImpactAlert>()
  let current = starts.map(({ node, alert }) => ({ node, alert }))
  let next = starts.flatMap(({ stated, alert }) => (stated === undefined ? [] : [{ node: stated, alert }]))
  const budget = new WorkBudget()
  for (let level = 0; current.length > 0; level++) {
    for (const { node, alert } of current) {
      if (reached.has(node)) continue
      reached.set(node, alert)
      const above = level < LIMITS.rollupDepth ? (parents[node] as readonly number[]) : []
      for (const parent of above) next.push({ node: parent, alert })
      if (budget.isSpentBy(above.length + 1)) yield
    }
    current = next
    next = []
  }
  return reached
}
