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
  /** The rules that the topology would break. For example, merging two nodes may create a cycle. */
  readonly issues: readonly GraphIssue[]
}

/**
 * Gives a node the new name of its resource; its id, icon, position and params stay (rules.md#rename-3). If the
 * topology already has a node with the new name, this node stays, and gets the edges of both nodes.
 */
export function renameNode(topology: Topology, { environment, from, to }: Renaming): NodeRenames {
  const change = (action: RenameChange['action']): readonly RenameChange[] => [
    { kind: 'node', action, text: `${from} in the topology ${topology.name || topology.service}` },
  ]
  const isNamed = (node: Node, resource: string) => representsResource(node, { environment, resource })
  const renamed = topology.nodes.find((node) => isNamed(node, from))
  const existing = topology.nodes.find((node) => isNamed(node, to))
  if (renamed !== undefined && existing !== undefined && topology.schemaVersion === 2) {
    const { graph, issues } = mergeNodes(topology, renamed, existing)
    return { topology: { ...topology, ...graph }, changes: change('merge'), issues }
  }
  const nodes = topology.nodes.map((node) => (isNamed(node, from) ? { ...node, label: to, resource: to } : node))
  return { topology: { ...topology, nodes }, changes: change('rename'), issues: [] }
}

function representsResource(node: Node, { environment, resource }: ResourceKey): boolean {
  return node.environment === environment && node.resource === resource
}

/** Removes the node `renamed`, and connects its edges to the node `existing`. */
function mergeNodes(
  { nodes, edges }: Graph,
  renamed: Node,
  existing: Node,
): { readonly graph: Graph | undefined; readonly issues: readonly GraphIssue[] } {
  const merged = mergeClaims(existing, renamed)
  const movedEdges = edges.map(
    (edge): Edge => ({ ...edge, source: nodeIdAfter(edge.source), target: nodeIdAfter(edge.target) }),
  )
  const index = indexGraph({
    nodes: nodes.filter((node) => node !== renamed).map((node) => (node === existing ? merged : node)),
    edges: movedEdges.filter(({ source, target }) => source !== target),
  })
  const issues = validateGraph(index)
  return { graph: issues.length > 0 ? undefined : deriveGraph(index), issues }

  function nodeIdAfter(id: string): string {
    return id === renamed.id ? existing.id : id
  }
}

/** Gives `existing` the claims of both nodes. If a source claims both nodes, its claim on `existing` stays. */
function mergeClaims(existing: Node, renamed: Node): Node {
  const claims = claimsOfNode(existing)
  const sources = new Set(claims.map(({ source }) => source))
  return withClaims(existing, [...claims, ...claimsOfNode(renamed).filter(({ source }) => !sources.has(source))])
}
