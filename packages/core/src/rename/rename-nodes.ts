import type { ResourceKey } from '../relation/relation.js'
import { deriveGraph } from '../topology/derive-graph.js'
import type { Edge, Graph, Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import type { GraphIssue } from '../topology/graph-issue.js'
import { claimsOfNode, withClaims } from '../topology/node-claims.js'
import type { Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import type { RenameChange } from './rename.js'

/** A resource and its new name. */
export interface Renaming {
  readonly environment: string
  readonly from: string
  readonly to: string
}

interface NodeRenames {
  readonly topology: Topology
  readonly changes: readonly RenameChange[]
  /** Not empty if the topology would become invalid: nodes that become one may form a cycle. */
  readonly issues: readonly GraphIssue[]
}

/**
 * Gives a node the new name of its resource; its id, icon, position and params stay (rules.md#rename-3). If the topology
 * draws the new name too, that node stays, and gets the edges of both.
 */
export function renameNode(topology: Topology, { environment, from, to }: Renaming): NodeRenames {
  const change = (action: RenameChange['action']): readonly RenameChange[] => [
    { kind: 'node', action, text: `${from} in the topology ${topology.name || topology.service}` },
  ]
  const isNamed = (node: Node, resource: string) => isOf(node, { environment, resource })
  const own = topology.nodes.find((node) => isNamed(node, from))
  const met = topology.nodes.find((node) => isNamed(node, to))
  if (own !== undefined && met !== undefined && topology.schemaVersion === 2) {
    const { graph, issues } = joinNodes(topology, own, met)
    return { topology: { ...topology, ...graph }, changes: change('merge'), issues }
  }
  const nodes = topology.nodes.map((node) => (isNamed(node, from) ? { ...node, label: to, resource: to } : node))
  return { topology: { ...topology, nodes }, changes: change('rename'), issues: [] }
}

function isOf(node: Node, { environment, resource }: ResourceKey): boolean {
  return node.environment === environment && node.resource === resource
}

/** Removes `own`, and lets its edges begin and end at `met`. */
function joinNodes(
  { nodes, edges }: Graph,
  own: Node,
  met: Node,
): { readonly graph: Graph | undefined; readonly issues: readonly GraphIssue[] } {
  const joined = joinClaims(met, own)
  const moved = edges.map((edge): Edge => ({ ...edge, source: endOf(edge.source), target: endOf(edge.target) }))
  const index = indexGraph({
    nodes: nodes.filter((node) => node !== own).map((node) => (node === met ? joined : node)),
    edges: moved.filter(({ source, target }) => source !== target),
  })
  const issues = validateGraph(index)
  return { graph: issues.length > 0 ? undefined : deriveGraph(index), issues }

  function endOf(id: string): string {
    return id === own.id ? met.id : id
  }
}

/** The node with the claims of the sources that list either node. If a source lists both, its claim of `met` stays. */
function joinClaims(met: Node, own: Node): Node {
  const claims = claimsOfNode(met)
  const sources = new Set(claims.map(({ source }) => source))
  return withClaims(met, [...claims, ...claimsOfNode(own).filter(({ source }) => !sources.has(source))])
}
