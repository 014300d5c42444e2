import { SEVERITIES, type Severity } from '../alert/severity.js'
import { LIMITS } from '../limits.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AlertStart } from './alerting-resource.js'
import type { AncestorWalk, NumberedStart } from './ancestor-walk.js'
import { rankOfSeverity } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { LimitedGraph } from './limited-graph.js'
import { WorkBudget } from './work-budget.js'

/** The worst severity with which alerts arrive at a resource. */
export interface WorstArrival {
  readonly severity: Severity
  /**
   * An alert that arrives with this severity: the alert whose resource is the fewest levels below. An alert in
   * `blackout` is chosen only if there is no other alert.
   */
  readonly alert: ImpactAlert
}

/**
 * Finds the worst severity with which alerts arrive at some resources of an environment. Shelved alerts do not count,
 * because they do not make a child of a redundancy rule fail (rules.md#states-of-children-2,
 * rules.md#states-of-children-4). Resources at which no alert arrives are absent. Yields now and then.
 */
export function* findArrivalsAt(
  environment: Pick<AlertingEnvironment, 'walk' | 'resources' | 'graphs'>,
  names: readonly string[],
): Generator<undefined, ReadonlyMap<string, WorstArrival>> {
  const notReached = yield* numberNames(environment.walk, names)
  const found = new Map<string, WorstArrival>()
  for (const { severity, parents, starts } of planClimbs(environment)) {
    if (notReached.size === 0) break
    const reached = yield* findClimbedResources(parents, starts)
    for (const [node, name] of notReached) {
      const alert = reached.get(node)
      if (alert !== undefined) found.set(name, { severity, alert })
      if (alert !== undefined) notReached.delete(node)
    }
  }
  return found
}

/** Maps the numbers of resources in the walk to their names. Leaves out resources that the walk has not reached. */
function* numberNames(walk: AncestorWalk, names: readonly string[]): Generator<undefined, Map<number, string>> {
  const found = new Map<number, string>()
  const budget = new WorkBudget()
  for (const name of names) {
    const number = walk.numberOf(name)
    if (number !== undefined) found.set(number, name)
    if (budget.isSpentBy(1)) yield
  }
  return found
}

interface StartWithAlert extends NumberedStart {
  readonly alert: ImpactAlert
}

interface AncestorClimb {
  /** The severity with which the alerts of this climb arrive. */
  readonly severity: Severity
  readonly parents: LimitedGraph['parents']
  readonly starts: readonly StartWithAlert[]
}

/**
 * The climbs to make, for the worst severity first: for each severity, first from alerts that are not in `blackout`,
 * then from alerts in `blackout`.
 */
function* planClimbs({
  resources,
  graphs,
}: Pick<AlertingEnvironment, 'resources' | 'graphs'>): Generator<AncestorClimb, undefined> {
  const starts = resources.flatMap((resource) => resource.starts)
  const alerts = resources.flatMap((resource) => resource.alerts)
  const ranks = new Set([
    ...alerts.map(({ severity }) => rankOfSeverity(severity)),
    ...graphs.map(({ limit }) => limit),
  ])
  for (const [rank, severity] of SEVERITIES.entries()) {
    if (!ranks.has(rank)) continue
    const graph = graphs.findLast(({ limit }) => limit <= rank) as LimitedGraph
    for (const isInBlackout of [false, true]) {
      yield { severity, parents: graph.parents, starts: startsWithAlert(graph, starts, { rank, isInBlackout }) }
    }
  }
}

/** The starts that have an alert of this rank or a worse one, in `blackout` or not, each with the worst such alert. */
function startsWithAlert(
  graph: LimitedGraph,
  starts: readonly AlertStart[],
  { rank, isInBlackout }: { readonly rank: number; readonly isInBlackout: boolean },
): readonly StartWithAlert[] {
  return starts.flatMap((start) => {
    const alert = start.alerts.find(({ status }) => status !== 'shelved' && (status === 'blackout') === isInBlackout)
    return alert === undefined || rankOfSeverity(alert.severity) > rank ? [] : [{ ...graph.restrict(start), alert }]
  })
}

/**
 * Finds the resources of some starts and the ancestors of these resources. Returns for each of them an alert: the alert
 * of the start that is the fewest levels below.
 */
function* findClimbedResources(
  parents: LimitedGraph['parents'],
  starts: readonly StartWithAlert[],
): Generator<undefined, ReadonlyMap<number, ImpactAlert>> {
  const reached = new Map<number, ImpactAlert>()
  const namedParents = starts.flatMap(({ namedParent: node, alert }) => (node === undefined ? [] : [{ node, alert }]))
  const parentsOf = ({ node, alert }: ReachedResource) =>
    (parents[node] as readonly number[]).map((parent) => ({ node: parent, alert }))
  let level: readonly ReachedResource[] = starts
  for (let height = 0; height <= LIMITS.rollupDepth && level.length > 0; height++) {
    const next = addNewlyReached(level, reached).flatMap(parentsOf)
    level = height === 0 ? [...namedParents, ...next] : next
    yield
  }
  return reached
}

/** Adds the resources of a level that are new to `reached`, and returns them. */
function addNewlyReached(
  level: readonly ReachedResource[],
  reached: Map<number, ImpactAlert>,
): readonly ReachedResource[] {
  return level.filter(({ node, alert }) => {
    const isNew = !reached.has(node)
    if (isNew) reached.set(node, alert)
    return isNew
  })
}

type ReachedResource = Pick<StartWithAlert, 'node' | 'alert'>
