import { type ChangeSet, type Revision, revisedFields } from '../change-set.js'
import type { Edge } from '../topology/graph.js'
import type { TransferMode } from './topology-import-options.js'

export interface RequestedEdges {
  readonly mode: TransferMode
  /**
   * The edges of the file. `source` and `target` are the ids that the nodes have after the import. The id is empty if
   * the edge has no id in the file.
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
export function planEdges({ mode, wanted, stored, idAfter, newId }: RequestedEdges): EdgePlan {
  const storedByPair = new Map(
    stored.map((edge) => [edgeEndsKey({ source: idAfter(edge.source), target: idAfter(edge.target) }), edge]),
  )
  const storedIds = new Set(stored.map(({ id }) => id))
  const create: Edge[] = []
  const found: Revision<Edge>[] = []
  const result = new Map<string, Edge>()
  for (const { id, source, target } of wanted) {
    const pair = edgeEndsKey({ source, target })
    const match = storedByPair.get(pair)
    const edgeId = mode === 'replace' ? id || match?.id : edgeIdInMerge(id, match, storedIds)
    const edge = { id: edgeId || newId(), source, target }
    result.set(pair, edge)
    if (match === undefined) create.push(edge)
    else found.push({ stored: match, wanted: edge })
  }
  const update = found.filter((revision) => revisedEdgeFields(revision).length > 0)
  const others = [...storedByPair].filter(([pair]) => !result.has(pair)).map(([, edge]) => edge)
  const remaining = mode === 'merge' ? others : []
  const changes = {
    create,
    update,
    remove: mode === 'merge' ? [] : others,
    unchanged: remaining.length + wanted.length - create.length - update.length,
  }
  return { edges: sortAsStored(storedByPair, result, remaining), changes }
}

/**
 * The id of an edge in merge mode; empty if the edge needs a new id. A stored edge keeps its id. A new edge gets the id
 * from the file, unless a stored edge has this id.
 */
function edgeIdInMerge(id: string, match: Edge | undefined, storedIds: ReadonlySet<string>): string {
  return match?.id ?? (storedIds.has(id) ? '' : id)
}

/** Stored edges keep their places in the list and new edges come last, so that few database rows change. */
function sortAsStored(
  storedByPair: ReadonlyMap<string, Edge>,
  wanted: ReadonlyMap<string, Edge>,
  edgeId: readonly Edge[],
): readonly Edge[] {
  const remainingEdges = new Set(edgeId)
  const before = [...storedByPair].flatMap(
    ([pair, edge]) => wanted.get(pair) ?? (remainingEdges.has(edge) ? [edge] : []),
  )
  const added = [...wanted].flatMap(([pair, edge]) => (storedByPair.has(pair) ? [] : [edge]))
  return [...before, ...added]
}

function edgeEndsKey({ source, target }: Pick<Edge, 'source' | 'target'>): string {
  return `${source}\u0000${target}`
}

/**
 * The fields that may differ between two edges that connect the same nodes. `source` and `target` differ if the import
 * changes the ids of the nodes.
 */
const EDGE_FIELDS = ['id', 'source', 'target'] as const satisfies (keyof Edge)[]

export function revisedEdgeFields(revision: Revision<Edge>): readonly (keyof Edge)[] {
  return revisedFields(EDGE_FIELDS, revision)
}
