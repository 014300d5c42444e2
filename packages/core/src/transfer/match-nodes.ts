import { resourceKey } from '../relation/relation.js'
import type { Graph } from '../topology/graph.js'
import type { Node } from '../topology/node.js'

/**
 * A text that is equal for two nodes if and only if they represent the same thing (rules.md#imported-nodes-1). A
 * topology has one service node, whatever its label is. For a resource in several environments or in none, the result
 * is `undefined`, so that the node of such a resource matches no other node. Trees of an earlier release may contain
 * such resources.
 */
function identityOf({ kind, label, environment }: Node): string | undefined {
  if (kind === 'service') return kind
  if (kind === 'environment') return `${kind} ${label}`
  return environment === null ? undefined : resourceKey({ environment, resource: label })
}

/** The stored node that matches each node of a file, by the node's id in the file. */
export function matchNodes(graph: Graph, stored: Graph | undefined): ReadonlyMap<string, Node> {
  const known = new Map<string, Node>()
  for (const node of stored?.nodes ?? []) {
    const identity = identityOf(node)
    if (identity !== undefined && !known.has(identity)) known.set(identity, node)
  }
  const matches = new Map<string, Node>()
  for (const node of graph.nodes) {
    const match = known.get(identityOf(node) ?? '')
    if (match !== undefined) matches.set(node.id, match)
  }
  return matches
}
