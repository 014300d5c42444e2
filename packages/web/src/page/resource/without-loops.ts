import type { Edge } from '@opsgraph/core/browser'

type Ends = Pick<Edge, 'source' | 'target'>

/** Edges without those that would lead a walk back to where it came from; walks begin at `start`, then elsewhere. */
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
  /** Nodes whose edges were all walked. */
  readonly done: Set<string>
}

/** Depth first, with a stack of its own: a chain may be as long as it likes. */
function walk<Each extends Ends>(root: string, { bySource, kept, done }: Walk<Each>): void {
  const way = new Set([root])
  const stack = [{ id: root, left: [...(bySource.get(root) ?? [])] }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.left.pop()
    if (edge === undefined) {
      done.add(top.id)
      way.delete(top.id)
      stack.pop()
    } else if (!way.has(edge.target)) {
      kept.push(edge)
      if (done.has(edge.target)) continue
      way.add(edge.target)
      stack.push({ id: edge.target, left: [...(bySource.get(edge.target) ?? [])] })
    }
  }
}
