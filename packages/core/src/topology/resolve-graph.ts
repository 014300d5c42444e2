import type { ResolvedNames } from '../alias/resolved-names.js'
import type { ResourceKey } from '../relation/relation.js'
import { deriveGraph } from './derive-graph.js'
import type { Graph } from './graph.js'
import { indexGraph } from './graph-index.js'
import { type ExaminedGraph, validateGraph } from './validate-graph.js'

/** The resources that a graph draws. */
export function* resourcesOf({ nodes }: Pick<Graph, 'nodes'>): Generator<ResourceKey> {
  for (const { environment, resource } of nodes) {
    if (environment !== null && resource !== null) yield { environment, resource }
  }
}

/**
 * Replaces aliases in the labels of resource nodes (rules.md#aliases-4). If two nodes then stand for the same resource,
 * the graph is refused.
 *
 * @param graph a valid graph
 */
export function resolveGraph(graph: Graph, names: ResolvedNames): Pick<ExaminedGraph, 'graph' | 'issues'> {
  if (names.isEmpty) return { graph, issues: [] }
  let isChanged = false
  const nodes = graph.nodes.map((node) => {
    const { environment, resource } = node
    if (environment === null || resource === null) return node
    const label = names.of(environment, resource)
    if (label === resource) return node
    isChanged = true
    return { ...node, label }
  })
  if (!isChanged) return { graph, issues: [] }
  const index = indexGraph({ nodes, edges: graph.edges })
  const issues = validateGraph(index)
  return issues.length > 0 ? { graph: undefined, issues } : { graph: deriveGraph(index), issues }
}
