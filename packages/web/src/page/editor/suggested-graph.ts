import type { Edge, GraphInput, Node } from '@opsgraph/core'
import { deriveInvalidGraph, groupBy } from '@opsgraph/core/pure'
import { toDrawnNode } from './edit.js'

/** Nodes and edges that the server suggests for a topology. */
export interface SuggestedGraph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

export const NO_SUGGESTION: SuggestedGraph = { nodes: [], edges: [] }

/**
 * Returns the part of a suggestion that still applies. The server made the suggestion for the stored topology, which
 * the user may have edited since. So the result leaves out suggested nodes that the graph now contains, and suggested
 * nodes below a node that the user has removed.
 */
export function filterSuggestion(suggestion: SuggestedGraph, graph: GraphInput): SuggestedGraph {
  if (suggestion.nodes.length === 0) return NO_SUGGESTION
  const drawn = new Map(deriveInvalidGraph(graph).nodes.map((node) => [identifyNode(node), node.id]))
  const ids = new Set(graph.nodes.map(({ id }) => id))
  const standsFor = new Map(suggestion.nodes.map((node) => [node.id, drawn.get(identifyNode(node)) ?? node.id]))
  const edges = suggestion.edges
    .map((edge) => ({ ...edge, source: standsFor.get(edge.source) ?? edge.source }))
    .filter(({ target }) => standsFor.get(target) === target && !ids.has(target))
  const reached = findReachable(ids, edges)
  return {
    nodes: suggestion.nodes.filter(({ id }) => reached.has(id) && !ids.has(id)),
    edges: edges.filter(({ source }) => reached.has(source)),
  }
}

/** Returns the edit that adds the suggested nodes with these ids, together with all suggested nodes above them. */
export function createAcceptEdit(suggested: SuggestedGraph, ids: Iterable<string>) {
  const taken = new Set(ids)
  const parents = new Map(suggested.edges.map(({ source, target }) => [target, source]))
  const proposed = new Set(suggested.nodes.map(({ id }) => id))
  for (const id of taken) {
    const parent = parents.get(id)
    if (parent !== undefined && proposed.has(parent)) taken.add(parent)
  }
  return {
    kind: 'add' as const,
    nodes: suggested.nodes.filter(({ id }) => taken.has(id)).map(toDrawnNode),
    edges: suggested.edges
      .filter(({ target }) => taken.has(target))
      .map(({ id, source, target }) => ({ id, source, target })),
  }
}

/**
 * Returns a key that is the same for all nodes of the same environment or resource. As in the core package, an
 * environment is identified by its name, and a resource by its environment and name.
 */
function identifyNode({ kind, label, environment }: Node): string {
  return JSON.stringify(kind === 'environment' ? [kind, label] : [kind, environment, label])
}

function findReachable(ids: ReadonlySet<string>, edges: readonly Edge[]): ReadonlySet<string> {
  const bySource = groupBy(edges, ({ source }) => source)
  const reached = new Set(ids)
  for (const id of reached) for (const { target } of bySource.get(id) ?? []) reached.add(target)
  return reached
}
