import type { Edge, Node, Topology } from '@opsgraph/core'

export type StoredNode = readonly [id: string, ordinal: number, ...content: readonly unknown[]]
export type StoredEdge = readonly [ordinal: number, id: string, source: string, target: string]

/** The primary key of the row of an edge. */
interface EdgeKey {
  readonly topologyId: string
  readonly ordinal: number
}

/** A node, and the number that orders it in the list of its topology. */
export interface OrderedNode {
  readonly topologyId: string
  readonly ordinal: number
  readonly node: Node
}

/** An edge, and the number that orders it in the list of its topology. */
export interface OrderedEdge extends EdgeKey {
  readonly edge: Edge
}

/** The changes of stored rows: `leaving` are the rows to remove, `written` the rows to insert or update. */
interface RowPlan<Leaving, Written> {
  readonly leaving: readonly Leaving[]
  readonly written: readonly Written[]
}

/** Compares the nodes of a topology with the stored nodes. `leaving` has the ids of the nodes to remove. */
export function planNodes({ id, nodes }: Topology, stored: readonly StoredNode[]): RowPlan<string, OrderedNode> {
  const storedByKey = new Map(stored.map((row) => [row[0], row]))
  const wantedIds = new Set(nodes.map((node) => node.id))
  const ordinals = assignOrdinals(nodes.map((node) => storedByKey.get(node.id)?.[1]))
  const ordered = nodes.map((node, index): OrderedNode => ({ topologyId: id, ordinal: ordinals[index] ?? 0, node }))
  return {
    leaving: stored.map(([nodeId]) => nodeId).filter((nodeId) => !wantedIds.has(nodeId)),
    written: ordered.filter((entry) => !isStoredUnchanged(entry, storedByKey.get(entry.node.id))),
  }
}

function isStoredUnchanged({ node, ordinal }: OrderedNode, stored: StoredNode | undefined): boolean {
  if (stored === undefined) return false
  const [, storedOrdinal, ...content] = stored
  return storedOrdinal === ordinal && toComparedContent(node).every((value, index) => value === content[index])
}

function toComparedContent({
  kind,
  label,
  environment,
  resource,
  icon,
  params,
  hierarchyConfig,
  position,
  claims,
}: Node) {
  const [paramsText, configText] = [JSON.stringify(params), JSON.stringify(hierarchyConfig)]
  return [kind, label, environment, resource, icon, paramsText, configText, position.x, position.y, claimsText(claims)]
}

/** Converts the claims of a node to the stored text. */
export function claimsText(claims: Node['claims']): string | null {
  return claims === undefined ? null : JSON.stringify(claims)
}

/**
 * Compares the edges of a topology with the stored edges. Edges have no key, so an edge that differs from all stored
 * edges is added as a new edge.
 */
export function planEdges({ id, edges }: Topology, stored: readonly StoredEdge[]): RowPlan<EdgeKey, OrderedEdge> {
  const storedByKey = new Map<string, number[]>()
  for (const [ordinal, ...edge] of stored.toSorted(([left], [right]) => right - left)) {
    const key = edge.join('\u0000')
    storedByKey.set(key, [...(storedByKey.get(key) ?? []), ordinal])
  }
  const before = edges.map((edge) => storedByKey.get([edge.id, edge.source, edge.target].join('\u0000'))?.pop())
  const ordinals = assignOrdinals(before)
  const unchanged = new Set(before.filter((ordinal, index) => ordinal === ordinals[index]))
  const leaving = stored.map(([ordinal]) => ordinal).filter((ordinal) => !unchanged.has(ordinal))
  return {
    leaving: leaving.map((ordinal) => ({ topologyId: id, ordinal })),
    written: edges.flatMap((edge, index) => {
      const ordinal = ordinals[index] ?? 0
      return unchanged.has(ordinal) ? [] : [{ topologyId: id, ordinal, edge }]
    }),
  }
}

/** The gap between two new numbers, so that items can be inserted between them without renumbering. */
const ORDINAL_GAP = 1_000

/**
 * Assigns increasing numbers to the items of a list. Keeps stored numbers where possible, so that few rows change if
 * items are added, moved or removed.
 *
 * @param stored - the stored number of each item; `undefined` for a new one
 */
function assignOrdinals(stored: readonly (number | undefined)[]): readonly number[] {
  const next = nextStoredOrdinals(stored)
  let last = 0
  return stored.map((ordinal, index) => {
    last = ordinal !== undefined && ordinal > last ? ordinal : numberBetween(last, next[index])
    return last
  })
}

/** Returns, for each item, the stored number of the first item after it that has one. */
function nextStoredOrdinals(stored: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let following: number | undefined
  return stored
    .toReversed()
    .map((ordinal) => {
      const next = following
      following = ordinal ?? following
      return next
    })
    .toReversed()
}

function numberBetween(last: number, next: number | undefined): number {
  if (next === undefined || next > last + 2 * ORDINAL_GAP) return last + ORDINAL_GAP
  return next > last + 1 ? last + Math.max(1, Math.trunc((next - last) / 2)) : last + 1
}
