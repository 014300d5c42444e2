import type { Alert } from '../../alert/alert.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'
import { groupBy } from '../../group-by.js'
import type { GraphInput } from '../graph.js'
import { type GraphIndex, indexGraph } from '../graph-index.js'
import { NearestTargets } from './nearest-targets.js'
import { standingOf } from './standing.js'

/** How bad the alerts on a node and below it are; `null` = no alert counts (rules.md#assignments-11). */
export interface NodeSeverity {
  /** The worst severity of the open alerts on the node. If no alert is open, the worst of the acknowledged alerts. */
  readonly own: Severity | null
  /** The worst `own` of the nodes below; for the service node, the worst of all other nodes and unassigned alerts. */
  readonly inherited: Severity | null
  /** The id of the nearest node from which `inherited` comes; `null` if it comes from no node. */
  readonly from: string | null
}

/** Alerts and their nodes. Of an alert, only the fields that decide about severities are needed. */
export interface AssignedStates {
  readonly alerts: readonly Pick<Alert, 'id' | 'severity' | 'status'>[]
  readonly assignments: ReadonlyMap<string, readonly string[]>
  readonly unassigned: readonly string[]
}

/** The node from which a node inherits, and how bad its alerts are. Both are `undefined` if the node inherits nothing. */
interface Source {
  readonly severity: Severity | undefined
  readonly node: number | undefined
}

const NOTHING: Source = { severity: undefined, node: undefined }

/**
 * The severities of each node of a graph, by node id (rules.md#assignments-11; rules.md#assignments-12). Takes linear time. Edges may form loops,
 * because the graph of a tree of an earlier release may break rules.
 */
export function nodeSeverities(
  graph: GraphInput,
  { alerts, assignments, unassigned }: AssignedStates,
): ReadonlyMap<string, NodeSeverity> {
  const index = indexGraph(graph)
  const states = new Map(alerts.map((alert) => [alert.id, { ...alert, count: 1 }]))
  const worst = (ids: readonly string[] = []) => standingOf(ids.flatMap((id) => states.get(id) ?? []))?.severity
  const own = index.nodes.map(({ id }) => worst(assignments.get(id)))
  const sources = sourcesBelow(index, own)
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

/** The source of each node, by node number: of the worst nodes below, the nearest one. */
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
 * The source of the service node. The nodes below come first. Then come the nodes that no way of edges connects with the
 * service node, because the service node stands for all nodes.
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
