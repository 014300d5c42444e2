import type { Alert, Node, Severity } from '@opsgraph/core'
import { attentionOf } from '@opsgraph/core/pure'
import { type NaiveService, type NaiveTopology, order, worstOf } from './state.js'
import { arrivesAtNodes, arrivesAtService, type Graph, pathTo, up } from './ways.js'

export interface NodeSeverity {
  readonly own: Severity | null
  readonly inherited: Severity | null
  /** The id of the node that `inherited` comes from. */
  readonly from: string | null
}

/**
 * The severities of the nodes of a topology, from the alerts that reach it (rules.md#assignments-11). A node is never
 * below itself, because the edges of a topology form no loop.
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

  /** What a node gets from another node, which is not necessarily below it. */
  const gets = (node: Node, other: Node): Severity | null => {
    if (node.kind === 'service') return atService(other.id)
    const severity = own.get(other.id) ?? null
    if (severity === null) return null
    const above = up(graph, topology, new Map([[other.id, severity]]))
    const below = topology.edges.filter(({ source }) => source === node.id).map(({ target }) => target)
    return node.kind === 'environment' ? worstOf(below.map((id) => above.get(id))) : (above.get(node.id) ?? null)
  }

  const inheritedBy = (node: Node): NodeSeverity => {
    const others = nearestFirst(topology, node).map((other) => [other.id, gets(node, other)] as const)
    const unassigned = node.kind === 'service' ? [[null, atService(null)] as const] : []
    const inherited = worstOf([...others, ...unassigned].map(([, severity]) => severity))
    const from = others.find(([, severity]) => inherited !== null && severity === inherited)?.[0] ?? null
    return { own: own.get(node.id) ?? null, inherited, from }
  }
  return new Map(topology.nodes.map((node) => [node.id, inheritedBy(node)]))
}

/** The worst that arrives of the open alerts, or if nothing arrives of them, of the acknowledged ones. */
function worstOfMostUrgent(alerts: readonly Alert[], arrives: (alert: Alert) => Severity | null): Severity | null {
  const having = (attention: string) => alerts.filter(({ status }) => attentionOf(status) === attention)
  return worstOf(having('open').map(arrives)) ?? worstOf(having('acknowledged').map(arrives))
}

/** All other nodes: those below the node in breadth-first order, then the rest. */
function nearestFirst({ nodes, edges }: NaiveTopology, node: Node): readonly Node[] {
  const found = new Set([node.id])
  for (const id of found) for (const { source, target } of edges) if (source === id) found.add(target)
  const rank = [...found]
  const place = ({ id }: Node) => (found.has(id) ? rank.indexOf(id) : rank.length)
  return nodes
    .filter((other) => other !== node)
    .toSorted((one, other) => place(one) - place(other) || order(one.id, other.id))
}
