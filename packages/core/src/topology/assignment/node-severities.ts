import type { Alert } from '../../alert/alert.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'
import { groupBy } from '../../group-by.js'
import { type Steps, withoutPauses } from '../../steps.js'
import type { GraphInput } from '../graph.js'
import { type GraphIndex, indexGraph } from '../graph-index.js'
import { NearestTargets } from './nearest-targets.js'
import { standingOf } from './standing.js'

/**
 * The severities of the alerts on a node and below it (rules.md#assignments-11). `null` in `own` or `inherited` = there
 * is no open or acknowledged alert.
 */
export interface NodeSeverity {
  /** The worst severity of the open alerts on the node. If no alert is open, the worst of the acknowledged alerts. */
  readonly own: Severity | null
  /** The worst `own` of the nodes below. The service node inherits from all other nodes and from unassigned alerts. */
  readonly inherited: Severity | null
  /**
   * The id of the nearest node from which `inherited` comes; `null` if `inherited` is `null`, or if it comes only from
   * unassigned alerts.
   */
  readonly from: string | null
}

/** Alerts and their nodes. Of an alert, only the fields that decide about severities are needed. */
export interface AssignedStates {
  readonly alerts: readonly Pick<Alert, 'id' | 'severity' | 'status'>[]
  readonly assignments: ReadonlyMap<string, readonly string[]>
  readonly unassigned: readonly string[]
}

/**
 * The severity that a node inherits, and the number of the node from which this severity comes. Both are `undefined` if
 * the node inherits nothing.
 */
interface Source {
  readonly severity: Severity | undefined
  readonly node: number | undefined
}

const NOTHING: Source = { severity: undefined, node: undefined }

/**
 * The severities of each node of a graph, by node id (rules.md#assignments-11; rules.md#assignments-12). Takes linear
 * time. Edges may form loops, because a tree of an earlier release may break the rules for graphs.
 */
export function nodeSeverities(graph: GraphInput, assigned: AssignedStates): ReadonlyMap<string, NodeSeverity> {
  return withoutPauses(severitiesInSteps(graph, assigned))
}

/** Like {@link nodeSeverities}, in steps. */
export function* severitiesInSteps(
  graph: GraphInput,
  { alerts, assignments, unassigned }: AssignedStates,
): Steps<ReadonlyMap<string, NodeSeverity>> {
  const index = indexGraph(graph)
  yield
  const states = new Map(alerts.map((alert) => [alert.id, { ...alert, count: 1 }]))
  const worst = (ids: readonly string[] = []) => standingOf(ids.flatMap((id) => states.get(id) ?? []))?.severity
  const own = index.nodes.map(({ id }) => worst(assignments.get(id)))
  yield
  const sources = sourcesBelow(index, own)
  yield
  const ofService = sourceOfService(index, own, sources.get(index.service) ?? NOTHING)
  const loose = worst(unassigned)
  const top = isWorse(loose, ofService.severity) ? { severity: loose, node: undefined } : ofService
  return new Map(
    index.nodes.map(({ id }, number) => {
      const { severity, node } = number === index.service ? top : (sources.get(number) ?? NOTHING)
      const from = node === undefined ? null : (index.nodes[node]?.id ?? null)
      return [id, { own: own[number] ?? null, inherited: severity ?? null, from }]
    }),
  )
}

/**
 * The source of each node, by node number. The source is the node below with the worst severity. If several nodes below
 * have this severity, the source is the nearest of them.
 */
function sourcesBelow({ children }: GraphIndex, own: readonly (Severity | undefined)[]): ReadonlyMap<number, Source> {
  const sources = new Map<number, Source>()
  const search = new NearestTargets(children)
  const bySeverity = groupBy(own.keys(), (number) => own[number])
  for (const severity of SEVERITIES) {
    const targets = bySeverity.get(severity)
    if (targets === undefined) continue
    for (const [number, node] of search.find(targets).entries()) {
      if (node >= 0 && !sources.has(number)) sources.set(number, { severity, node })
    }
  }
  return sources
}

/**
 * The source of the service node. The service node inherits from all other nodes, even if no path of edges leads to
 * them. But a node that is not below the service node is the source only if it has a worse severity than all nodes
 * below.
 *
 * @param below the source of the service node among the nodes below it
 */
function sourceOfService({ service }: GraphIndex, own: readonly (Severity | undefined)[], below: Source): Source {
  let source = below
  for (const [node, severity] of own.entries()) {
    if (node !== service && isWorse(severity, source.severity)) source = { severity, node }
  }
  return source
}

function isWorse(one: Severity | undefined, other: Severity | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined && other === undefined
  return SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other)
}
