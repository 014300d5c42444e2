import type { DrawnNode, GraphInput } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'

/** A row of the outline. It shows one node. */
export interface OutlineRow {
  readonly node: DrawnNode
  /** The level of the node in the outline; a node that is listed below no other node has the level 0. */
  readonly depth: number
  /** Whether the graph has no path from the service node to this node. */
  readonly isUnconnected: boolean
}

/**
 * Lists every node once. A node with several parents is listed below the parent that a depth-first search reaches
 * first. Nodes that cannot be reached from the service node come last.
 */
export function buildOutline({ nodes, edges }: GraphInput): readonly OutlineRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const drawn = edges.filter(({ source, target }) => byId.has(source) && byId.has(target))
  const bySource = groupBy(drawn, ({ source }) => source)
  const hasParent = new Set(drawn.map(({ target }) => target))
  const service = nodes.filter(({ kind }) => kind === 'service')
  const loose = nodes.filter(({ id, kind }) => kind !== 'service' && !hasParent.has(id))
  const seen = new Set<DrawnNode>()
  // `loose` contains the nodes without a parent. From these nodes, the search may not reach the nodes of a cycle. So
  // the search then starts at every node; `listRowsBelow` skips nodes that are already listed.
  return [
    ...service.flatMap((node) => listRowsBelow(node, false)),
    ...[...loose, ...nodes].flatMap((node) => listRowsBelow(node, true)),
  ]

  /**
   * Lists a node and the nodes below it. It uses a loop and not recursion, because the graph may be deeper than the
   * call stack allows.
   */
  function listRowsBelow(start: DrawnNode, isUnconnected: boolean): readonly OutlineRow[] {
    const rows: OutlineRow[] = []
    const waiting = [{ node: start, depth: 0 }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next.node)) continue
      seen.add(next.node)
      rows.push({ ...next, isUnconnected })
      const { depth } = next
      const below = bySource.get(next.node.id)?.flatMap(({ target }) => byId.get(target) ?? []) ?? []
      waiting.push(...below.toReversed().map((node) => ({ node, depth: depth + 1 })))
    }
    return rows
  }
}
