import { stronglyConnectedComponents } from '../../strongly-connected-components.js'
import type { Edge } from '../graph.js'
import type { GraphIndex } from '../graph-index.js'
import { edgeIssue, type GraphIssue } from '../graph-issue.js'

/**
 * Rule `cycle`: no path of edges leads back to its start (rules.md#graph-validation-7). Reports one issue for each
 * strongly connected component. The issue is about the edge that closes a cycle.
 */
export function cycleRule(index: GraphIndex): readonly GraphIssue[] {
  if (hasOrder(index)) return []
  const loops = stronglyConnectedComponents(index.children).map((component) =>
    findLoop(component, index).map((number) => index.nodes[number]?.id ?? ''),
  )
  const closing = closingEdges(loops, index)
  return loops.flatMap((ids) => {
    const message = `edges form a loop: ${[...ids, ids[0]].join(' -> ')}`
    const [edge, at] = closing.get(ids.at(-1) ?? '') ?? []
    if (edge === undefined || at === undefined) return []
    return { ...edgeIssue(edge, at, { code: 'cycle', message }), path: 'edges' }
  })
}

/**
 * Finds, for each cycle, the edge from its last node to its first node, and the index of this edge, by the id of the
 * last node.
 */
function closingEdges(
  loops: readonly (readonly string[])[],
  { allEdges }: GraphIndex,
): ReadonlyMap<string, readonly [edge: Edge, index: number]> {
  const firstAfter = new Map(loops.map((ids) => [ids.at(-1), ids[0]]))
  const closing = new Map<string, readonly [Edge, number]>()
  for (const [at, edge] of allEdges.entries()) {
    const { source, target } = edge
    if (firstAfter.get(source) === target && !closing.has(source)) closing.set(source, [edge, at])
  }
  return closing
}

/**
 * True if the nodes can be ordered so that parents come before their children (Kahn's algorithm). If there is such an
 * order, the graph has no cycle. This check is faster than finding the strongly connected components.
 */
function hasOrder({ parentCounts, children }: GraphIndex): boolean {
  const waitingFor = parentCounts.slice()
  const ordered = [...children.keys()].filter((number) => waitingFor[number] === 0)
  for (const number of ordered) {
    for (const child of children[number] ?? []) {
      const left = (waitingFor[child] ?? 0) - 1
      waitingFor[child] = left
      if (left === 0) ordered.push(child)
    }
  }
  return ordered.length === children.length
}

/**
 * Finds a cycle in a strongly connected component: walks inside the component until it reaches a node for the second
 * time.
 */
function findLoop(component: ReadonlySet<number>, { children }: GraphIndex): readonly number[] {
  const walked: number[] = []
  const positionOf = new Map<number, number>()
  let number = Math.min(...component)
  while (!positionOf.has(number)) {
    positionOf.set(number, walked.length)
    walked.push(number)
    number = children[number]?.find((child) => component.has(child)) ?? number
  }
  return walked.slice(positionOf.get(number))
}
