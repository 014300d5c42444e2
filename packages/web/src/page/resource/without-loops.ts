import type { Edge } from '@opsgraph/core'

type Ends = Pick<Edge, 'source' | 'target'>

/**
 * Removes the edges that close a cycle. These are the back edges of a depth-first search. The search begins at `start`;
 * then it begins again at each node that it has not reached yet.
 */
export function withoutLoops<Each extends Ends>(edges: readonly Each[], start: string): readonly Each[] {
  const bySource = new Map<string, Each[]>()
  for (const edge of edges) {
    const list = bySource.get(edge.source)
    if (list === undefined) bySource.set(edge.source, [edge])
    else list.push(edge)
  }
  const kept: Each[] = []
  const done = new Set<string>()
  for (const root of [start, ...bySource.keys()]) {
    if (!done.has(root)) walk(root, { bySource, kept, done })
  }
  return kept
}

interface Walk<Each> {
  readonly bySource: ReadonlyMap<string, readonly Each[]>
  readonly kept: Each[]
  /** The nodes whose outgoing edges have all been visited. */
  readonly done: Set<string>
}

/**
 * A depth-first search with an explicit stack. For a long chain of edges, a recursive function would overflow the call
 * stack.
 */
function walk<Each extends Ends>(root: string, { bySource, kept, done }: Walk<Each>): void {
  const onPath = new Set([root])
  const stack = [{ id: root, left: [...(bySource.get(root) ?? [])] }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.left.pop()
    if (edge === undefined) {
      done.add(top.id)
      onPath.delete(top.id)
      stack.pop()
    } else if (!onPath.has(edge.target)) {
      kept.push(edge)
      if (done.has(edge.target)) continue
      onPath.add(edge.target)
      stack.push({ id: edge.target, left: [...(bySource.get(edge.target) ?? [])] })
    }
  }
}
