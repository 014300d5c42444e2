import type { Alert, Node, Severity } from '@opsgraph/core'
import { attentionOf } from '@opsgraph/core/pure'
import { type NaiveService, type NaiveTopology, order, worstOf } from './state.js'
import { arrivesAtNodes, arrivesAtService, entering, followEdges, type Graph, pathTo } from './ways.js'

export interface NodeSeverity {
  readonly own: Severity | null
  readonly inherited: Severity | null
  /** The id of the node from which `inherited` comes. */
  readonly from: string | null
}

/**
 * Returns the severities of the nodes of a topology, from the alerts that reach it (rules.md#assignments-11). A node is
 * never below itself, because the edges of a topology form no loop. If a severity comes from several nodes, `from` is
 * the nearest one with a path on which no rule lowers the severity. The service node inherits what arrives at the
 * service on any path.
 */
export function nodeSeverities(
  graph: Graph,
  service: NaiveService & { readonly topology: NaiveTopology },
  alerts: readonly Alert[],
): ReadonlyMap<string, NodeSeverity> {
  const { topology } = service
  const assigned = (id: string | null) => alerts.filter((alert) => pathTo(graph, alert, service, null).nodeId === id)
  const atNode = ({ id, kind }: Node) =>
    worstOfMostUrgent(assigned(id), (alert) =>
      kind === 'resource' ? (arrivesAtNodes(graph, alert, topology).get(id) ?? null) : alert.severity,
    )
  const atService = (id: string | null) =>
    worstOfMostUrgent(assigned(id), (alert) => arrivesAtService(graph, alert, service))
  const own = new Map(topology.nodes.map((node) => [node.id, atNode(node)]))

  /** Returns the severity that a node gets from another node, which need not be below it. */
  const gets = (node: Node, other: Node): Severity | null => {
    if (node.kind === 'service') return atService(other.id)
    const severity = own.get(other.id) ?? null
    if (severity === null) return null
    const above = followEdges(graph, topology, new Map([[other.id, severity]]))
    const below = topology.edges.filter(({ source }) => source === node.id).map(({ target }) => target)
    return node.kind === 'environment' ? worstOf(below.map((id) => above.get(id))) : (above.get(node.id) ?? null)
  }

  const inheritedBy = (node: Node): NodeSeverity => {
    const others = topology.nodes.filter((other) => other !== node).map((other) => [other, gets(node, other)] as const)
    const unassigned = node.kind === 'service' ? atService(null) : null
    const inherited = worstOf([...others.map(([, severity]) => severity), unassigned])
    const sources = others.filter(([, severity]) => inherited !== null && severity === inherited)
    const passes = ({ kind, environment, resource }: Node) =>
      node.kind === 'service' ||
      kind !== 'resource' ||
      inherited === null ||
      entering(graph, environment as string, resource, inherited) === inherited
    const [nearest] = nearestFirst(
      topology,
      node,
      sources.map(([other]) => other),
      passes,
    )
    return { own: own.get(node.id) ?? null, inherited, from: nearest?.id ?? null }
  }
  return new Map(topology.nodes.map((node) => [node.id, inheritedBy(node)]))
}

/** Returns the worst severity of the open alerts that arrive; if none arrives, that of the acknowledged alerts. */
function worstOfMostUrgent(alerts: readonly Alert[], arrives: (alert: Alert) => Severity | null): Severity | null {
  const having = (attention: string) => alerts.filter(({ status }) => attentionOf(status) === attention)
  return worstOf(having('open').map(arrives)) ?? worstOf(having('acknowledged').map(arrives))
}

/**
 * Sorts nodes: first those below a node in breadth-first order, then the rest. The walk goes below a node only if the
 * node lets the severity pass.
 */
function nearestFirst(
  { edges, nodes }: NaiveTopology,
  { id: start }: Node,
  others: readonly Node[],
  passes: (node: Node) => boolean,
): readonly Node[] {
  const passing = new Set(nodes.filter(passes).map(({ id }) => id))
  const found = new Set([start])
  for (const id of found)
    for (const { source, target } of edges) if (source === id && passing.has(source)) found.add(target)
  const rank = [...found]
  const place = ({ id }: Node) => (found.has(id) ? rank.indexOf(id) : rank.length)
  return others.toSorted((one, other) => place(one) - place(other) || order(one.id, other.id))
}
