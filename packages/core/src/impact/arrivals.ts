import { SEVERITIES, type Severity } from '../alert/severity.js'
import { LIMITS } from '../limits.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertWay } from './alerting-resource.js'
import { rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { LimitedGraph } from './limited-graph.js'
import type { NumberedStart, WaysUp } from './ways-up.js'
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
  environment: Pick<AlertingEnvironment, 'ways' | 'resources' | 'graphs'>,
  names: readonly string[],
): Generator<undefined, ReadonlyMap<string, Arrival>> {
  const missing = yield* numbered(environment.ways, names)
  const found = new Map<string, Arrival>()
  for (const { severity, parents, starts } of climbs(environment)) {
    if (missing.size === 0) break
    const reached = yield* climb(parents, starts)
    for (const [node, name] of missing) {
      const alert = reached.get(node)
      if (alert !== undefined) found.set(name, { severity, alert })
      if (alert !== undefined) missing.delete(node)
    }
  }
  return found
}

/** The names of the resources that are on the ways up, by number. */
function* numbered(ways: WaysUp, names: readonly string[]): Generator<undefined, Map<number, string>> {
  const found = new Map<number, string>()
  const budget = new WorkBudget()
  for (const name of names) {
    const number = ways.numberOf(name)
    if (number !== undefined) found.set(number, name)
    if (budget.isSpentBy(1)) yield
  }
  return found
}

interface Start extends NumberedStart {
  readonly alert: ImpactAlert
}

interface Climb {
  /** How severe the alerts are at the resources that they reach. */
  readonly severity: Severity
  readonly parents: LimitedGraph['parents']
  readonly starts: readonly Start[]
}

/** The climbs that can reach what the climbs before them have not reached. */
function* climbs({
  resources,
  graphs,
}: Pick<AlertingEnvironment, 'resources' | 'graphs'>): Generator<Climb, undefined> {
  const ways = resources.flatMap((resource) => resource.ways)
  const alerts = resources.flatMap((resource) => resource.alerts)
  const ranks = new Set([...alerts.map(({ severity }) => rankOf(severity)), ...graphs.map(({ limit }) => limit)])
  for (const [rank, severity] of SEVERITIES.entries()) {
    if (!ranks.has(rank)) continue
    const graph = graphs.findLast(({ limit }) => limit <= rank) as LimitedGraph
    for (const isHeld of [false, true]) {
      yield { severity, parents: graph.parents, starts: startsIn(graph, ways, { rank, isHeld }) }
    }
  }
}

/** The ways with an alert of a rank or a worse one, each with the worst of them. */
function startsIn(
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
  parents: LimitedGraph['parents'],
  starts: readonly Start[],
): Generator<undefined, ReadonlyMap<number, ImpactAlert>> {
  const reached = new Map<number, ImpactAlert>()
  const stated = starts.flatMap(({ stated: node, alert }) => (node === undefined ? [] : [{ node, alert }]))
  const above = ({ node, alert }: Reached) =>
    (parents[node] as readonly number[]).map((parent) => ({ node: parent, alert }))
  let level: readonly Reached[] = starts
  for (let height = 0; height <= LIMITS.rollupDepth && level.length > 0; height++) {
    const next = takeNew(level, reached).flatMap(above)
    level = height === 0 ? [...stated, ...next] : next
    yield
  }
  return reached
}

/** Adds what is new in a level to what is reached. Returns what is new. */
function takeNew(level: readonly Reached[], reached: Map<number, ImpactAlert>): readonly Reached[] {
  return level.filter(({ node, alert }) => {
    const isNew = !reached.has(node)
    if (isNew) reached.set(node, alert)
    return isNew
  })
}

type Reached = Pick<Start, 'node' | 'alert'>
