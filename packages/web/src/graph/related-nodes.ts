import type { Edge } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'

/**
 * The ids of the nodes above and below a node, those nearest to it first. Each id is listed once, its own not at all.
 */
export interface RelatedNodes {
  readonly parents: readonly string[]
  readonly children: readonly string[]
  readonly ancestors: readonly string[]
  readonly descendants: readonly string[]
}

type Ends = Pick<Edge, 'source' | 'target'>

/**
 * Finds the nodes above and below a node. The graph of an unsaved topology may have cycles, so each node is visited
 * only once.
 */
export function findRelatedNodes(edges: readonly Ends[], id: string): RelatedNodes {
  const byTarget = groupBy(edges, ({ target }) => target)
  const bySource = groupBy(edges, ({ source }) => source)
  const parentsOf = (node: string) => byTarget.get(node)?.map(({ source }) => source) ?? []
  const childrenOf = (node: string) => bySource.get(node)?.map(({ target }) => target) ?? []
  return {
    parents: parentsOf(id),
    children: childrenOf(id),
    ancestors: findReachable(id, parentsOf),
    descendants: findReachable(id, childrenOf),
  }
}

function findReachable(start: string, next: (node: string) => readonly string[]): readonly string[] {
  const reached = new Set([start])
  for (const node of reached) for (const neighbor of next(node)) reached.add(neighbor)
  reached.delete(start)
  return [...reached]
}
