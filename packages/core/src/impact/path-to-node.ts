import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import type { AncestorWalk, NumberedStart } from './ancestor-walk.js'
import { rankOfSeverity } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { LimitedGraph } from './limited-graph.js'
import { ABSORBED } from './redundancy.js'
import type { NodePath } from './topology-index.js'

/**
 * Finds, for each topology, the node at which an alert arrives with the worst severity that it has in this topology
 * (rules.md#root-causes-9). If there are several such nodes, takes the one the fewest levels above the alert, and then
 * the one that a breadth-first search in rank order finds first, as for roll-ups (rules.md#assignments-7). If a
 * topology has no node for the resource or its ancestors, takes the node of the environment, if there is one; the path
 * then has only the resource of the alert.
 *
 * @param alerting the environment of the alert
 */
export function pathsToNodes(
  alerting: AlertingEnvironment,
  alert: ImpactAlert,
  topologies: Iterable<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment, resource } = alert
  const { topologies: reached } = alerting.findStart(alert)
  const withoutNode = (topology: NodeLookup) => ({
    nodeId: topology.environment(environment) ?? null,
    path: [resource],
  })
  const found = new Map<NodeLookup, NodePath>()
  for (const [limit, wanted] of groupBy(topologies, (topology) => reached.get(topology))) {
    const allowed = Math.max(limit ?? ABSORBED, rankOfSeverity(alert.severity))
    const graph = alerting.graphs.findLast((each) => each.limit <= allowed) as LimitedGraph
    const paths = visitAncestors(alerting, graph, alert, new Set(limit === undefined ? [] : wanted))
    for (const topology of wanted) found.set(topology, paths.get(topology) ?? withoutNode(topology))
  }
  return found
}

function visitAncestors(
  { walk, drawn }: AlertingEnvironment,
  graph: LimitedGraph,
  alert: ImpactAlert,
  wanted: Set<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment } = alert
  const found = new Map<NodeLookup, NodePath>()
  const start = graph.restrict(walk.numberStart(alert))
  /**
   * Each visited node, with the node below it. A loop over a map also visits the entries that are added during the
   * loop.
   */
  const below = new Map<number, NodeVisit>([[start.node, { below: undefined, level: 0 }]])
  for (const [node, { level }] of below) {
    if (wanted.size === 0) break
    const name = walk.names[node] as string
    const withNode = (drawn.get(name) ?? []).filter((each) => wanted.has(each) && graph.movesUp(each, name))
    for (const topology of withNode) {
      wanted.delete(topology)
      const nodeId = topology.resource({ environment, resource: name }) ?? null
      found.set(topology, { nodeId, path: followVisitsDown(walk, below, node) })
    }
    const parents = level < LIMITS.rollupDepth ? parentsOf(graph, start, node) : []
    addFirstVisits(below, parents, { below: node, level: level + 1 })
  }
  return found
}

/** The parents of a node. For the start, the parent that the alert names comes first. */
function parentsOf({ parents }: LimitedGraph, start: NumberedStart, node: number): readonly number[] {
  const own = parents[node] as readonly number[]
  return node === start.node && start.namedParent !== undefined ? [start.namedParent, ...own] : own
}

interface NodeVisit {
  readonly below: number | undefined
  readonly level: number
}

function addFirstVisits(steps: Map<number, NodeVisit>, nodes: readonly number[], step: NodeVisit): void {
  for (const node of nodes) if (!steps.has(node)) steps.set(node, step)
}

function followVisitsDown(walk: AncestorWalk, steps: ReadonlyMap<number, NodeVisit>, top: number): readonly string[] {
  const path: string[] = []
  for (let node: number | undefined = top; node !== undefined; node = steps.get(node)?.below) {
    path.push(walk.names[node] as string)
  }
  return path.reverse()
}
