import type { Caller } from '../../access/caller.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { deriveGraph } from '../../topology/derive-graph.js'
import { type ExaminedGraph, examineGraph, invalidGraph } from '../../topology/examine-graph.js'
import type { Graph } from '../../topology/graph.js'
import { indexGraph } from '../../topology/graph-index.js'
import { graphIssue } from '../../topology/graph-issue.js'
import { placeNodes } from '../../topology/place-nodes.js'
import { readTopologyChanges } from '../../topology/read-topology.js'
import type { Topology } from '../../topology/topology.js'
import { validateGraph } from '../../topology/validate-graph.js'
import { auditEntry } from '../audit/audit.js'
import { savingTimes } from './saving-times.js'
import { syncRelations } from './sync-relations.js'
import { topologyChanges } from './topology-changes.js'

/** Which topology is saved, by whom it was read last, and what it becomes. */
export interface SaveTopology {
  readonly id: string
  readonly body: unknown
  /** The `updateTime` that the caller has read; `undefined` = saves over whatever is stored. */
  readonly readVersion?: string | undefined
}

/**
 * Saves a topology, its graph as a whole when one is sent (rules.md#saving-a-topology). What was a
 * tree of an earlier release is schemaVersion 2 from then on, and so its graph must be valid, sent or not.
 *
 * @throws OpsgraphError `notFound`; `preconditionFailed` when it was saved since the caller read it; `invalid` for a bad
 *   body or graph, and for node ids that another topology uses; `conflict` when it is schemaVersion 1 and its service has
 *   a topology of schemaVersion 2
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
    requireVersion(stored, readVersion)
    const changes = wanted()
    const { examined, service, fields } = changes
    if (service !== undefined && service !== stored.service) throw invalid('service cannot be changed')
    const drawn = examined === undefined ? storedGraph(stored) : await requireValid(examined, id, parts)
    await requireUnrivaled(stored, parts)
    const { orientation = stored.orientation } = fields
    const graph = drawn && placeNodes(drawn, { unplaced: examined?.unplaced ?? new Set(), stored, orientation })
    const nextTime = await savingTimes(parts.topologies, timestamp(clock()))
    const edited = readVersion === undefined ? {} : olderEdit(changes, stored)
    const topology: Topology = { ...stored, ...fields, ...edited, ...graph, schemaVersion: 2, updateTime: nextTime() }
    await parts.topologies.save([topology])
    await syncRelations(dependencies, parts, [topology])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'service-topology-updated',
        resourceId: id,
        text: `topology ${topology.name} of service ${topology.service} updated`,
        attributes: { changes: topologyChanges(stored, topology) },
      }),
    )
    return topology
  })
}

function requireVersion({ updateTime }: Topology, readVersion: string | undefined): void {
  if (readVersion === undefined || readVersion === updateTime) return
  const message = `the stored version is ${updateTime}, not the one that you have read: read it again`
  throw new OpsgraphError('preconditionFailed', message)
}

/** The graph of a tree of an earlier release, unless it breaks a rule; `undefined` for others: theirs breaks none. */
function storedGraph(stored: Topology): Graph | undefined {
  if (stored.schemaVersion === 2) return undefined
  const index = indexGraph(stored)
  const issues = validateGraph(index)
  if (issues.length > 0) throw invalidGraph(issues)
  return deriveGraph(index)
}

/** A service has one topology of schemaVersion 2: another tree of it cannot become one as well. */
async function requireUnrivaled({ id, service, schemaVersion }: Topology, parts: StoreTransaction): Promise<void> {
  if (schemaVersion === 2) return
  const known = await parts.topologies.readByService(service)
  if (known === undefined || known.id === id || known.schemaVersion === 1) return
  const message = `the service ${service} already has the topology ${known.name} (${known.id}): change that one, or delete one of them`
  throw new OpsgraphError('conflict', message)
}

/**
 * Older clients change `service_kpi` in what they have read, and leave `serviceKpi` in it as it was. That this is what they
 * have read is known by its version alone: without it, a body that is sent twice would take back what it has changed.
 */
function olderEdit({ fields, olderKpi }: ReturnType<typeof readChanges>, stored: Topology): Partial<Topology> {
  return olderKpi !== undefined && fields.serviceKpi === stored.serviceKpi ? { serviceKpi: olderKpi } : {}
}

function readChanges(body: unknown, newId: () => string) {
  const { graph, service, olderKpi, ...fields } = readTopologyChanges(body)
  return { examined: graph === undefined ? undefined : examineGraph(graph, newId), service, olderKpi, fields }
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
