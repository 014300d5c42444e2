import type { Edge } from '@opsgraph/core'

/** The nodes above and below a node, nearest first. Each node is listed once; the node itself is not listed. */
export interface Kin {
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
export function kinOf(edges: readonly Ends[], id: string): Kin {
  const above = neighbors(edges.map(({ source, target }) => [target, source]))
  const below = neighbors(edges.map(({ source, target }) => [source, target]))
  return {
    parents: above.get(id) ?? [],
    children: below.get(id) ?? [],
    ancestors: walk(above, id),
    descendants: walk(below, id),
  }
}

function neighbors(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>()
  for (const [from, to] of pairs) {
    const list = lists.get(from)
    if (list === undefined) lists.set(from, [to])
    else list.push(to)
  }
  return lists
}

function walk(next: ReadonlyMap<string, readonly string[]>, start: string): readonly string[] {
  const reached = new Set([start])
  for (const id of reached) for (const neighbor of next.get(id) ?? []) reached.add(neighbor)
  reached.delete(start)
  return [...reached]
}
