import type { Topology } from '../topology/topology.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A document and the topology that it is imported into. */
export interface PairedDocument {
  readonly document: Pick<TopologyDocument, 'graph' | 'isLegacy'>
  readonly stored: Pick<Topology, 'nodes'> | undefined
  /** The id of the stored topology, or of the topology to create. */
  readonly topologyId: string
}

/** For each node id in the documents, the topology that may use it. */
export interface GrantedIds {
  /**
   * Returns the id of the topology that may use a node id. The result is empty if a topology outside of this import
   * uses the node id. The result is `undefined` if no document names the node id, and no imported topology keeps it.
   */
  readonly ownerOf: (id: string) => string | undefined
}

/**
 * Decides which topology gets each node id that the documents name (rules.md#imported-nodes-7). The first rule that
 * applies wins:
 * 1. A stored topology that is not part of this import keeps its ids.
 * 2. An imported topology keeps its stored ids: in merge mode all ids, in replace mode the ids that its document names.
 * 3. The topology of the first document that names the id gets the id.
 *
 * The import makes this decision for all documents before it plans any graph. Otherwise, the graph that is planned
 * first could take an id that another imported topology keeps by rule 2. Rule 2 keeps ids stable if the same files are
 * imported again.
 *
 * @param takenNodeIds the node ids that a document names and that a stored topology already uses
 */
export function grantIds(
  documents: readonly PairedDocument[],
  { mode, takenNodeIds }: { readonly mode: TransferMode; readonly takenNodeIds: ReadonlySet<string> },
): GrantedIds {
  const parties = documents.map(({ document, stored, topologyId }) => {
    const named = new Set(document.isLegacy ? [] : document.graph.nodes.map(({ id }) => id))
    const used = (stored?.nodes ?? []).map(({ id }) => id)
    return { topologyId, named, used, kept: mode === 'merge' ? used : used.filter((id) => named.has(id)) }
  })
  const owners = new Map([...takenNodeIds].map((id) => [id, '']))
  for (const { used } of parties) for (const id of used) owners.delete(id)
  for (const { kept, topologyId } of parties) for (const id of kept) owners.set(id, topologyId)
  for (const { named, topologyId } of parties) {
    for (const id of named) if (!owners.has(id)) owners.set(id, topologyId)
  }
  return { ownerOf: (id) => owners.get(id) }
}
