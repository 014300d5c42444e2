import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import type { Edge } from '../topology/graph.js'
import type { TransferMode } from './topology-import-options.js'

export interface EdgeWishes {
  readonly mode: TransferMode
  /**
   * The edges of the file. The ends of an edge are the ids that the nodes have after the import. If an edge has no id
   * in the file, its id here is empty.
   */
  readonly wanted: readonly Edge[]
  readonly stored: readonly Edge[]
  /** The id that a stored node has after the import. */
  readonly idAfter: (id: string) => string
  readonly newId: () => string
}

export type EdgeChanges = ChangeSet<Edge, Revision<Edge>>

export interface EdgePlan {
  readonly edges: readonly Edge[]
  readonly changes: EdgeChanges
}

/** Plans the edges of a topology. Two edges are equal if they connect the same nodes. */
export function planEdges({ mode, wanted, stored, idAfter, newId }: EdgeWishes): EdgePlan {
  const known = new Map(
    stored.map((edge) => [pairOf({ source: idAfter(edge.source), target: idAfter(edge.target) }), edge]),
  )
  const storedIds = new Set(stored.map(({ id }) => id))
  const create: Edge[] = []
  const found: Revision<Edge>[] = []
  const result = new Map<string, Edge>()
  for (const { id, source, target } of wanted) {
    const pair = pairOf({ source, target })
    const match = known.get(pair)
    const kept = mode === 'replace' ? id || match?.id : keptId(id, match, storedIds)
    const edge = { id: kept || newId(), source, target }
    result.set(pair, edge)
    if (match === undefined) create.push(edge)
    else found.push({ stored: match, wanted: edge })
  }
  const update = found.filter((revision) => revisedEdgeFields(revision).length > 0)
  const others = [...known].filter(([pair]) => !result.has(pair)).map(([, edge]) => edge)
  const staying = mode === 'merge' ? others : []
  const changes = {
    create,
    update,
    remove: mode === 'merge' ? [] : others,
    unchanged: staying.length + wanted.length - create.length - update.length,
  }
  return { edges: inStoredOrder(known, result, staying), changes }
}

/**
 * The id of an edge in merge mode; empty if the edge needs a new id. A stored edge keeps its id. A new edge gets the id
 * from the file, unless a stored edge has this id.
 */
function keptId(id: string, match: Edge | undefined, storedIds: ReadonlySet<string>): string {
  return match?.id ?? (storedIds.has(id) ? '' : id)
}

/** Stored edges keep their places in the list and new edges come last, so that few database rows change. */
function inStoredOrder(
  known: ReadonlyMap<string, Edge>,
  wanted: ReadonlyMap<string, Edge>,
  kept: readonly Edge[],
): readonly Edge[] {
  const stays = new Set(kept)
  const before = [...known].flatMap(([pair, edge]) => wanted.get(pair) ?? (stays.has(edge) ? [edge] : []))
  const added = [...wanted].flatMap(([pair, edge]) => (known.has(pair) ? [] : [edge]))
  return [...before, ...added]
}

function pairOf({ source, target }: Pick<Edge, 'source' | 'target'>): string {
  return `${source}\u0000${target}`
}

/**
 * The fields that may differ between two edges that connect the same nodes. `source` and `target` differ if the import
 * changes the nodes' ids.
 */
const EDGE_FIELDS = ['id', 'source', 'target'] as const satisfies (keyof Edge)[]

export function revisedEdgeFields(revision: Revision<Edge>): readonly (keyof Edge)[] {
  return revisedFields(EDGE_FIELDS, revision)
}
