import type { Topology } from '../topology/topology.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A document and its topology. */
export interface PairedDocument {
  readonly document: Pick<TopologyDocument, 'graph' | 'isLegacy'>
  readonly stored: Pick<Topology, 'nodes'> | undefined
  /** The id of the stored topology, or of the one to create. */
  readonly topologyId: string
}

/** Decides which topology may use which of the node ids that the documents name. */
export interface GrantedIds {
  /** The topology that may use the id; `` = one that no document is about, `undefined` = no document names the id. */
  readonly ownerOf: (id: string) => string | undefined
}

/**
 * Decides which topology gets each node id that the documents name (rules.md#imported-nodes-7). A topology that uses
 * the id keeps it if it is not imported, or if its document names the id; otherwise the first document that names it
 * gets it. This is decided before any graph is planned, so that a repeated import finds every id in the same place.
 *
 * @param takenNodeIds the named ids that any stored topology uses
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
