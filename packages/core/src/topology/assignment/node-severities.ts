import type { Alert } from '../../alert/alert.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'
import { groupBy } from '../../group-by.js'
import { type Steps, withoutPauses } from '../../steps.js'
import type { DrawnNode, GraphInput } from '../graph.js'
import { type GraphIndex, indexGraph } from '../graph-index.js'
import { NearestTargets } from './nearest-targets.js'
import { type CountedAlertState, worstAlertStateOf } from './standing.js'

/**
 * The severities of the alerts on a node and below it (rules.md#assignments-11). A redundancy rule may lower the
 * severity of an alert on its way to a node, or absorb the alert, so that it does not arrive.
 */
export interface NodeSeverity {
  /**
   * The worst severity with which the open alerts that the node shows arrive at it. If no open alert arrives, the worst
   * severity of the arriving acknowledged alerts; `null` = no such alert arrives either.
   */
  readonly own: Severity | null
  /**
   * The worst `own` of the nodes below, unless redundancy rules lower it. The service node inherits the worst severity
   * with which any alert of the topology arrives at the service, including unassigned alerts. `null` = no alert
   * arrives.
   */
  readonly inherited: Severity | null
  /**
   * The id of the node from which `inherited` comes; if there are several, the one nearest to this node. `null` if
   * `inherited` is `null`, or if it comes only from unassigned alerts.
   */
  readonly from: string | null
}

/** Alerts and the nodes that show them. Only the fields of an alert that determine severities are needed. */
export interface AssignedStates {
  readonly alerts: readonly Pick<Alert, 'id' | 'severity' | 'status'>[]
  readonly assignments: ReadonlyMap<string, readonly string[]>
  readonly unassigned: readonly string[]
  /** How redundancy rules lower the severities; absent = no rule lowers a severity. */
  readonly held?: HeldStates | undefined
}

/** How redundancy rules lower severities in a topology (rules.md#assignments-14). */
export interface HeldStates {
  /**
   * The severities to which nodes lower more severe alerts from below, by node id; `null` = the node absorbs all alerts
   * from below. A node without an entry lowers nothing.
   */
  readonly passing: ReadonlyMap<string, Severity | null>
  /** The severities with which alerts arrive, by alert id. An alert that is absent arrives with its own severity. */
  readonly arrivals: ReadonlyMap<string, ArrivalsOfAlert>
}

/** The severities with which an alert arrives; `null` = it is absorbed, and does not arrive. */
export interface ArrivalsOfAlert {
  /** The severity at the node to which the alert is assigned. */
  readonly atNode: Severity | null
  /** The severity at the service. */
  readonly atService: Severity | null
}

/**
 * The severity that a node inherits, and the number of the node from which this severity comes. Both are `undefined` if
 * the node inherits nothing.
 */
interface InheritedSeverity {
  readonly severity: Severity | undefined
  readonly node: number | undefined
}

const NO_INHERITED_SEVERITY: InheritedSeverity = { severity: undefined, node: undefined }
const NO_LOWERED_ALERTS: HeldStates['passing'] = new Map()

/**
 * Computes the severities of each node of a graph, by node id (rules.md#assignments-11; rules.md#assignments-12). Takes
 * linear time. Edges may form loops, because a tree of an earlier release may break the rules for graphs.
 */
export function nodeSeverities(graph: GraphInput, assigned: AssignedStates): ReadonlyMap<string, NodeSeverity> {
  return withoutPauses(severitiesInSteps(graph, assigned))
}

/** Like {@link nodeSeverities}, but yields for pauses. */
export function* severitiesInSteps(
  graph: GraphInput,
  { alerts, assignments, unassigned, held }: AssignedStates,
): Steps<ReadonlyMap<string, NodeSeverity>> {
  const index = indexGraph(graph)
  yield
  const states = new Map(alerts.map((alert) => [alert.id, { ...alert, count: 1 }]))
  const worst = (ids: readonly string[] = [], where?: keyof ArrivalsOfAlert) =>
    worstAlertStateOf(ids.flatMap((id) => arrivedState(states.get(id), where && held?.arrivals.get(id)?.[where]) ?? []))
      ?.severity
  const ownSeverities = index.nodes.map(({ id }) => worst(assignments.get(id), 'atNode'))
  yield
  const inherited = findInherited(index, ownSeverities, held?.passing)
  yield
  const atService =
    held === undefined ? ownSeverities : index.nodes.map(({ id }) => worst(assignments.get(id), 'atService'))
  const below = held === undefined ? inherited : findInherited(index, atService)
  yield
  const ofService = findInheritedByService(index, atService, below.get(index.service) ?? NO_INHERITED_SEVERITY)
  const ofUnassigned = worst(unassigned)
  const top = isWorseSeverity(ofUnassigned, ofService.severity)
    ? { severity: ofUnassigned, node: undefined }
    : ofService
  return new Map(
    index.nodes.map(({ id }, number) => {
      const { severity, node } = number === index.service ? top : (inherited.get(number) ?? NO_INHERITED_SEVERITY)
      const from = node === undefined ? null : (index.nodes[node]?.id ?? null)
      return [id, { own: ownSeverities[number] ?? null, inherited: severity ?? null, from }]
    }),
  )
}

/**
 * Gives an alert the severity with which it arrives.
 *
 * @param arrives `undefined` = the severity of the alert itself
 * @returns `undefined` if the alert does not arrive
 */
function arrivedState(
  state: CountedAlertState | undefined,
  arrives: Severity | null | undefined,
): CountedAlertState | undefined {
  if (state === undefined || arrives === null) return undefined
  return arrives === undefined ? state : { ...state, severity: arrives }
}

/**
 * Finds the severity that each node inherits from the nodes below it, by node number. If the severity comes from
 * several nodes below, the result names the one nearest to the node.
 *
 * @param passing see {@link HeldStates}
 */
function findInherited(
  index: GraphIndex,
  own: readonly (Severity | undefined)[],
  passing: HeldStates['passing'] = NO_LOWERED_ALERTS,
): ReadonlyMap<number, InheritedSeverity> {
  const inherited = new Map<number, InheritedSeverity>()
  const bySeverity = groupBy(own.keys(), (number) => own[number])
  const limits = new Set(passing.values())
  let search = new NearestTargets(childrenUnlessLowered(index, SEVERITIES[0], passing))
  let targets: readonly number[] = []
  for (const severity of SEVERITIES) {
    const equal = bySeverity.get(severity) ?? []
    if (limits.has(severity)) search = new NearestTargets(childrenUnlessLowered(index, severity, passing))
    // Rules may lower worse severities to this one, so the targets with worse severities count too.
    targets = limits.size === 0 ? equal : [...targets, ...equal]
    if (equal.length > 0 || limits.has(severity)) addInherited(inherited, severity, search.find(targets))
  }
  return inherited
}

function addInherited(inherited: Map<number, InheritedSeverity>, severity: Severity, nearest: Int32Array): void {
  for (const [number, node] of nearest.entries()) {
    if (node >= 0 && !inherited.has(number)) inherited.set(number, { severity, node })
  }
}

/**
 * The children of each node, by node number; an empty list if the redundancy rule of the node lowers or absorbs alerts
 * of this severity.
 */
function childrenUnlessLowered(
  { nodes, children }: GraphIndex,
  severity: Severity,
  passing: HeldStates['passing'],
): GraphIndex['children'] {
  if (passing.size === 0) return children
  return children.map((below, number) => {
    const worst = passing.get((nodes[number] as DrawnNode).id)
    return worst === undefined || (worst !== null && !isWorseSeverity(severity, worst)) ? below : []
  })
}

/**
 * Finds the severity that the service node inherits. It inherits from all other nodes, even if no path of edges leads
 * to them. But a node that is not below the service node counts only if it has a worse severity than all nodes below.
 *
 * @param below what the service node inherits from the nodes below it
 */
function findInheritedByService(
  { service }: GraphIndex,
  own: readonly (Severity | undefined)[],
  below: InheritedSeverity,
): InheritedSeverity {
  let inherited = below
  for (const [node, severity] of own.entries()) {
    if (node !== service && isWorseSeverity(severity, inherited.severity)) inherited = { severity, node }
  }
  return inherited
}

function isWorseSeverity(one: Severity | undefined, other: Severity | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined && other === undefined
  return SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other)
}
