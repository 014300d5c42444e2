import type { Node } from '../topology/node.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

export interface IdChoice {
  readonly mode: TransferMode
  /**
   * The stored node that matches a node of the file. The key is the id in the file. Nodes without a match have no
   * entry.
   */
  readonly matches: ReadonlyMap<string, Node>
  /** The ids of all stored nodes of the topology. */
  readonly ownIds: ReadonlySet<string>
  readonly topologyId: string
  /** Returns the id of the topology that may use a node id; see `GrantedIds.ownerOf`. */
  readonly ownerOf: (id: string) => string | undefined
  readonly newId: () => string
}

export interface ChosenIds {
  /** The id that each node of the file gets. The key is the id in the file. */
  readonly idOf: ReadonlyMap<string, string>
  /**
   * The number of nodes that get a new id instead of the id in the file. Always 0 for a tree, because ids in a tree are
   * ignored.
   */
  readonly regenerated: number
}

/**
 * Chooses the id of each node of a file (rules.md#imported-nodes-5). The first rule that applies wins:
 * 1. In merge mode, a node that matches a stored node keeps the stored id.
 * 2. A node gets the id that it has in the file if its topology may use this id. In merge mode, ids of stored nodes are
 *    excluded.
 * 3. A node that matches a stored node keeps the stored id if no document names this id. If the node got a new id
 *    instead, each import of the same file would change the id again.
 * 4. The node gets a new id.
 */
export function chooseIds({ graph, isLegacy }: TopologyDocument, choice: IdChoice): ChosenIds {
  const { mode, matches, ownIds, topologyId, ownerOf, newId } = choice
  const isOwn = (id: string) => ownerOf(id) === topologyId && (mode === 'replace' || !ownIds.has(id))
  let regenerated = 0
  const freshId = () => {
    if (!isLegacy) regenerated++
    return newId()
  }
  const idOf = new Map<string, string>()
  for (const { id } of graph.nodes) {
    const match = matches.get(id)
    if (match !== undefined && mode === 'merge') idOf.set(id, match.id)
    else if (isOwn(id)) idOf.set(id, id)
    // The node keeps the stored id if no document names this id. If a document names the id, another node may get this
    // id.
    else idOf.set(id, match !== undefined && ownerOf(match.id) === undefined ? match.id : freshId())
  }
  return { idOf, regenerated }
}
