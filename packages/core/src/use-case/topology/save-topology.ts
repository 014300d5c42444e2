import type { Caller } from '../../access/caller.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import { graphIssue } from '../../topology/graph-issue.js'
import { readTopologyChanges } from '../../topology/read-topology.js'
import type { Topology } from '../../topology/topology.js'
import { auditEntry } from '../audit/audit.js'
import { checkGraph, invalidGraph } from './check-graph.js'
import { syncRelations } from './sync-relations.js'

/** Which topology is saved, by whom it was read last, and what it becomes. */
export interface SaveTopology {
  readonly id: string
  readonly body: unknown
  /** The `updateTime` that the caller has read; `undefined` = saves over whatever is stored. */
  readonly readVersion?: string | undefined
}

/**
 * Saves a topology, its graph as a whole when one is sent (api.md, PUT /api/service_topology/<topology_id>).
 *
 * @throws OpsgraphError `notFound`; `preconditionFailed` when it was saved since the caller read it; `invalid` for a bad
 *   body or graph, and for node ids that another topology uses
 */
export async function saveTopology(
  dependencies: Dependencies,
  caller: Caller,
  { id, body, readVersion }: SaveTopology,
): Promise<Topology> {
  const { clock, newId, store } = dependencies
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const stored = await parts.topologies.read(id)
    if (stored === undefined) throw notFound('topology')
    if (readVersion !== undefined && readVersion !== stored.updateTime) {
      throw new OpsgraphError(
        'preconditionFailed',
        `the topology was saved at ${stored.updateTime}, after you read it; read it again`,
      )
    }
    const { graph: sent, service, ...fields } = readTopologyChanges(body)
    if (service !== undefined && service !== stored.service) throw invalid('service cannot be changed')
    const graph = sent === undefined ? undefined : checkGraph(sent, newId)
    if (graph !== undefined)
      await requireFreeIds(
        graph.nodes.map((node) => node.id),
        id,
        parts,
      )
    const updateTime = timestampAfter(stored.updateTime, timestamp(clock()))
    const topology: Topology = { ...stored, ...fields, ...graph, schemaVersion: 2, updateTime }
    await parts.topologies.save(topology)
    await syncRelations(dependencies, parts, topology)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'service-topology-updated',
        resourceId: id,
        text: `topology ${topology.name} of service ${topology.service} updated`,
      }),
    )
    return topology
  })
}

async function requireFreeIds(nodeIds: readonly string[], id: string, { topologies }: StoreTransaction): Promise<void> {
  const taken = await topologies.takenNodeIds(nodeIds, id)
  if (taken.size === 0) return
  const collisions = nodeIds.filter((nodeId) => taken.has(nodeId))
  throw invalidGraph(
    collisions.map((nodeId) =>
      graphIssue('idCollision', `nodes[${nodeId}]`, `the node id ${nodeId} is used by another topology`),
    ),
  )
}
