import { groupBy } from '../group-by.js'
import { LIMITS } from '../limits.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { AlertingEnvironment } from './alerting-environment.js'
import { rankOf } from './compare-alerts.js'
import type { ImpactAlert } from './impact-alert.js'
import type { LimitedGraph } from './limited-graph.js'
import { NOTHING } from './redundancy.js'
import type { NodePath } from './topology-index.js'
import type { NumberedStart, WaysUp } from './ways-up.js'

/**
 * Finds, for each topology, the nearest node on those ways up of an alert on which it arrives most severe
 * (rules.md#root-causes-9). If several nodes are equally near, takes the node that a breadth-first search in rank order
 * finds first, as for roll-ups (rules.md#assignments-7). If a topology has no node on the way up, takes the node of the
 * environment, if there is one. The path then contains only the resource of the alert.
 *
 * @param alerting the environment of the alert
 */
export function pathsToNodes(
  alerting: AlertingEnvironment,
  alert: ImpactAlert,
  topologies: Iterable<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment, resource } = alert
  const { topologies: reached } = alerting.wayOf(alert)
  const nowhere = (topology: NodeLookup) => ({ nodeId: topology.environment(environment) ?? null, path: [resource] })
  const found = new Map<NodeLookup, NodePath>()
  for (const [limit, wanted] of groupBy(topologies, (topology) => reached.get(topology))) {
    const allowed = Math.max(limit ?? NOTHING, rankOf(alert.severity))
    const graph = alerting.graphs.findLast((each) => each.limit <= allowed) as LimitedGraph
    const paths = search(alerting, graph, alert, new Set(limit === undefined ? [] : wanted))
    for (const topology of wanted) found.set(topology, paths.get(topology) ?? nowhere(topology))
  }
  return found
}

function search(
  { ways, drawn }: AlertingEnvironment,
  graph: LimitedGraph,
  alert: ImpactAlert,
  wanted: Set<NodeLookup>,
): ReadonlyMap<NodeLookup, NodePath> {
  const { environment } = alert
  const found = new Map<NodeLookup, NodePath>()
  const start = graph.open(ways.numbered(alert))
  /** Each visited node, with the node below it. The loop over a map also visits entries that the loop itself adds. */
  const below = new Map<number, Step>([[start.node, { below: undefined, level: 0 }]])
  for (const [node, { level }] of below) {
    if (wanted.size === 0) break
    const name = ways.names[node] as string
    const here = (drawn.get(name) ?? []).filter((each) => wanted.has(each) && graph.letsUp(each, name))
    for (const topology of here) {
      wanted.delete(topology)
      const nodeId = topology.resource({ environment, resource: name }) ?? null
      found.set(topology, { nodeId, path: pathFrom(ways, below, node) })
    }
    const parents = level < LIMITS.rollupDepth ? parentsOf(graph, start, node) : []
    addNew(below, parents, { below: node, level: level + 1 })
  }
  return found
}

/** The parents of a node. The first parent of the start is the one that the alert names. */
function parentsOf({ parents }: LimitedGraph, start: NumberedStart, node: number): readonly number[] {
  const own = parents[node] as readonly number[]
  return node === start.node && start.stated !== undefined ? [start.stated, ...own] : own
}

interface Step {
  readonly below: number | undefined
  readonly level: number
}

function addNew(steps: Map<number, Step>, nodes: readonly number[], step: Step): void {
  for (const node of nodes) if (!steps.has(node)) steps.set(node, step)
}

function pathFrom(ways: WaysUp, steps: ReadonlyMap<number, Step>, top: number): readonly string[] {
  const path: string[] = []
  for (let node: number | undefined = top; node !== undefined; node = steps.get(node)?.below) {
    path.push(ways.names[node] as string)
  }
  return path.reverse()
}
