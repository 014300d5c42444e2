import type { DrawnNode, GraphInput } from '@opsgraph/core'

/** A row of the outline. */
export interface OutlineRow {
  readonly node: DrawnNode
  /** The number of nodes above it in the outline. */
  readonly depth: number
  /** Whether no path leads to it from the service node. */
  readonly isLoose: boolean
}

/** Lists every node once, below its first parent. Nodes without a path from the service node come last. */
export function outlineOf({ nodes, edges }: GraphInput): readonly OutlineRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string, DrawnNode[]>()
  const hasParent = new Set<string>()
  for (const { source, target } of edges) {
    const child = byId.get(target)
    if (child === undefined || !byId.has(source)) continue
    const siblings = children.get(source)
    if (siblings === undefined) children.set(source, [child])
    else siblings.push(child)
    hasParent.add(target)
  }
  const service = nodes.filter(({ kind }) => kind === 'service')
  const loose = nodes.filter(({ id, kind }) => kind !== 'service' && !hasParent.has(id))
  const seen = new Set<DrawnNode>()
  // A node in an unreachable cycle has a parent but no path from the service node; it comes last of all.
  return [
    ...service.flatMap((node) => rowsBelow(node, false)),
    ...[...loose, ...nodes].flatMap((node) => rowsBelow(node, true)),
  ]

  /** Iterative, because the graph may be deeper than the call stack. */
  function rowsBelow(start: DrawnNode, isLoose: boolean): readonly OutlineRow[] {
    const rows: OutlineRow[] = []
    const waiting = [{ node: start, depth: 0 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.node)) continue
      seen.add(next.node)
      rows.push({ ...next, isLoose })
      const { depth } = next
      const below = children.get(next.node.id) ?? []
      waiting.push(...below.toReversed().map((node) => ({ node, depth: depth + 1 })))
    }
    return rows
  }
}
