import { resourceKey } from '../relation/relation.js'
import type { Graph } from '../topology/graph.js'
import type { Node } from '../topology/node.js'

/**
 * A text that two nodes share exactly when they stand for the same thing (rules.md#imported-nodes-1). There is one
 * service node, whatever its label. A resource in several environments, or in none, as trees of an earlier release have
 * it, stands for no other: `undefined`.
 */
function identityOf({ kind, label, environment }: Node): string | undefined {
  if (kind === 'service') return kind
  if (kind === 'environment') return `${kind} ${label}`
  return environment === null ? undefined : resourceKey({ environment, resource: label })
}

/** The stored node that stands for the same thing as a node of a file, by the latter's id. */
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
