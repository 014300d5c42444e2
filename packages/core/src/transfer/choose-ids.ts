import type { Node } from '../topology/node.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

export interface IdChoice {
  readonly mode: TransferMode
  /** The stored node that matches each node of the file, by id in the file. */
  readonly matches: ReadonlyMap<string, Node>
  /** The ids of all stored nodes of the topology. */
  readonly ownIds: ReadonlySet<string>
  readonly topologyId: string
  /** See `GrantedIds`. */
  readonly ownerOf: (id: string) => string | undefined
  readonly newId: () => string
}

export interface ChosenIds {
  /** The id that each node gets, by its id in the file. */
  readonly idOf: ReadonlyMap<string, string>
  /** The number of nodes that could not keep their id in the file. */
  readonly regenerated: number
}

/**
 * Gives an id to each node of a file (rules.md#imported-nodes-5). In merge mode a stored node keeps its id; in replace
 * mode it gets the id in the file. If that id is taken, the stored id is better than a new one, because importing the
 * same file again then changes nothing.
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
    // An id that any document names is not given to a node that has another id in its own document.
    else idOf.set(id, match !== undefined && ownerOf(match.id) === undefined ? match.id : freshId())
  }
  return { idOf, regenerated }
}
