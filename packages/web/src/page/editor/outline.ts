import type { DrawnNode, GraphInput } from '@opsgraph/core/browser'

/** A line of the outline. */
export interface OutlineRow {
  readonly node: DrawnNode
  /** How many nodes stand above it on the way that the outline takes. */
  readonly depth: number
  /** Whether no way leads to it from the service node. */
  readonly isLoose: boolean
}

/** Every node once, below the first of its parents; nodes that nothing leads to come last. */
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
  // Whatever is in a loop has a parent and yet no way to it: it comes last of all.
  return [
    ...service.flatMap((node) => rowsBelow(node, false)),
    ...[...loose, ...nodes].flatMap((node) => rowsBelow(node, true)),
  ]

  /** Uses no recursion: the depth is the graph's. */
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
