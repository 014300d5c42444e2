import type { Topology } from '../topology/topology.js'
import type { TopologyDocument } from './topology-document.js'
import type { TransferMode } from './topology-import-options.js'

/** A document, and the topology that it is about. */
export interface PairedDocument {
  readonly document: Pick<TopologyDocument, 'graph' | 'isLegacy'>
  readonly stored: Pick<Topology, 'nodes'> | undefined
  /** Of the stored topology, or of the one to be created. */
  readonly topologyId: string
}

/** Who may have the node ids that the documents name. */
export interface GrantedIds {
  /** The topology that may use the id; `` = one that the documents are not about, `undefined` = none of them names it. */
  readonly ownerOf: (id: string) => string | undefined
}

/**
 * Decides which topology gets each node id that the documents name (rules.md#imported-nodes-7): one that uses it and is
 * not imported keeps it, so does one that goes on using it; else the first that names it gets it. That is known before
 * any graph is planned, so that the same file again finds every id where it was put.
 *
 * @param takenNodeIds those of the named ids that any stored topology uses
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
