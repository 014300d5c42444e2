import type { Caller } from '../../access/caller.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import { type ExaminedGraph, examineGraph, invalidGraph } from '../../topology/examine-graph.js'
import { graphIssue } from '../../topology/graph-issue.js'
import { placeNodes } from '../../topology/place-nodes.js'
import { readTopologyChanges } from '../../topology/read-topology.js'
import type { Topology } from '../../topology/topology.js'
import { auditEntry } from '../audit/audit.js'
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
  // Read before the lock is taken, told after what must be told first: a large graph keeps nobody waiting.
  const wanted = deferred(() => readChanges(body, newId))
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const stored = await parts.topologies.read(id)
    if (stored === undefined) throw notFound('topology')
    if (readVersion !== undefined && readVersion !== stored.updateTime) {
      const message = `the stored version is ${stored.updateTime}, not the one that you have read: read it again`
      throw new OpsgraphError('preconditionFailed', message)
    }
    const { examined, service, fields } = wanted()
    if (service !== undefined && service !== stored.service) throw invalid('service cannot be changed')
    const drawn = examined === undefined ? undefined : await requireValid(examined, id, parts)
    const { orientation = stored.orientation } = fields
    const graph = drawn && placeNodes(drawn, { unplaced: examined?.unplaced ?? new Set(), stored, orientation })
    const updateTime = timestampAfter(stored.updateTime, timestamp(clock()))
    const topology: Topology = { ...stored, ...fields, ...graph, schemaVersion: 2, updateTime }
    await parts.topologies.save([topology])
    await syncRelations(dependencies, parts, [topology])
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

function readChanges(body: unknown, newId: () => string) {
  const { graph, service, ...fields } = readTopologyChanges(body)
  return { examined: graph === undefined ? undefined : examineGraph(graph, newId), service, fields }
}

/** Does the work now; what it answers, or throws, comes when it is asked for. */
function deferred<T>(work: () => T): () => T {
  try {
    const value = work()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** The graph, unless anything is wrong with it: all faults are told at once, ids of other topologies among them. */
async function requireValid({ graph, issues, nodeIds }: ExaminedGraph, id: string, { topologies }: StoreTransaction) {
  const taken = await topologies.takenNodeIds(nodeIds, id)
  const collisions = nodeIds.filter((nodeId) => taken.has(nodeId))
  if (graph !== undefined && collisions.length === 0) return graph
  const idCollisions = collisions.map((nodeId) =>
    graphIssue('idCollision', `nodes[${nodeId}]`, `the node id ${nodeId} is used by another topology`),
  )
  throw invalidGraph([...issues, ...idCollisions])
}
