import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { fieldChanges } from '../../audit/field-changes.js'
import type { JsonObject } from '../../json-value.js'
import { invalid, notFound, OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { deriveGraph } from '../../topology/derive-graph.js'
import type { Graph } from '../../topology/graph.js'
import { indexGraph } from '../../topology/graph-index.js'
import { nodeIssue } from '../../topology/graph-issue.js'
import { placeNodes } from '../../topology/lay-out/place-nodes.js'
import { readTopologyChanges } from '../../topology/read-topology.js'
import type { Topology } from '../../topology/topology.js'
import type { TopologyPatch } from '../../topology/topology-input.js'
import { type ExaminedGraph, examineGraph, invalidGraph, validateGraph } from '../../topology/validate-graph.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { nextUpdateTimes } from './next-update-times.js'
import { syncRelations } from './sync-relations.js'

/** A request to save a topology. */
export interface SaveTopology {
  readonly id: string
  readonly body: TopologyPatch
  /**
   * The `updateTime` of the version that the caller has read; `undefined` = the request overwrites any stored version.
   */
  readonly readVersion?: string | undefined
}

/**
 * Changes a topology (rules.md#saving-a-topology). Fields that are left out stay unchanged; a graph replaces the whole
 * stored graph. A tree of an earlier release becomes schemaVersion 2, which allows only valid graphs. So if the request
 * has no graph, the stored graph of the tree must be valid.
 *
 * @throws OpsgraphError `notFound`; `preconditionFailed` if the topology was saved after the caller read it; `invalid`
 *   for a bad body or graph, and for node ids that another topology uses; `conflict` if the topology has schemaVersion
 *   1 and its service has a topology of schemaVersion 2
 */
export async function saveTopology(
  dependencies: Dependencies,
  caller: Caller,
  request: SaveTopology,
): Promise<Topology> {
  const { id, body, readVersion } = request
  const { clock, newId, store } = dependencies
  // The body is read before the lock is taken, so that a large graph does not block other writers. Errors in the body
  // are thrown only after `notFound` and `preconditionFailed`, which take precedence.
  const wanted = deferred(() => readChanges(body, newId))
  await pause()
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const stored = await parts.topologies.read(id)
    if (stored === undefined) throw notFound('topology')
    requireVersion(stored, readVersion)
    const changes = wanted()
    const { examined, service, fields } = changes
    if (service !== undefined && service !== stored.service) throw invalid('service cannot be changed')
    const drawn = examined === undefined ? storedGraph(stored) : await requireValid(examined, id, parts)
    await requireNoOtherTopology(stored, parts)
    const { orientation = stored.orientation } = fields
    const unplaced = examined?.unplaced ?? new Set<string>()
    const graph = drawn && (await runWithPauses(placeNodes(drawn, { unplaced, stored, orientation })))
    const nextTime = await nextUpdateTimes(parts.topologies, timestamp(clock()))
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

/**
 * The graph of a stored tree of an earlier release; throws if the graph is invalid. Returns `undefined` for other
 * topologies, which are always valid.
 */
function storedGraph(stored: Topology): Graph | undefined {
  if (stored.schemaVersion === 2) return undefined
  const index = indexGraph(stored)
  const issues = validateGraph(index)
  if (issues.length > 0) throw invalidGraph(issues)
  return deriveGraph(index)
}

/**
 * Throws if the service of a tree has a topology of schemaVersion 2, because a service may have only one such topology.
 */
async function requireNoOtherTopology(
  { id, service, schemaVersion }: Topology,
  parts: StoreTransaction,
): Promise<void> {
  if (schemaVersion === 2) return
  const stored = await parts.topologies.readByService(service)
  if (stored === undefined || stored.id === id || stored.schemaVersion === 1) return
  const message = `the service ${service} already has the topology ${stored.name} (${stored.id}): change that one, or delete one of them`
  throw new OpsgraphError('conflict', message)
}

/**
 * Older clients read a topology, change the old field `service_kpi`, and send `serviceKpi` back unchanged. In that case
 * `service_kpi` wins. This applies only if the request names the version that the caller has read. Otherwise a client
 * that sends the same body twice would undo its own change: after the first request, the stored `serviceKpi` differs
 * from the `serviceKpi` in the body.
 */
function olderEdit({ fields, olderKpi }: ReturnType<typeof readChanges>, stored: Topology): Partial<Topology> {
  return olderKpi !== undefined && fields.serviceKpi === stored.serviceKpi ? { serviceKpi: olderKpi } : {}
}

function readChanges(body: unknown, newId: () => string) {
  const { graph, service, olderKpi, ...fields } = readTopologyChanges(body)
  return { examined: graph === undefined ? undefined : examineGraph(graph, newId), service, olderKpi, fields }
}

/** Runs `work` now, but returns its result, or throws its error, only when the returned function is called. */
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

/** Returns the graph, or throws one error with all issues. A node id that another topology uses is an issue too. */
async function requireValid({ graph, issues, numbers }: ExaminedGraph, id: string, { topologies }: StoreTransaction) {
  const taken = await topologies.takenNodeIds([...numbers.keys()], id)
  const collisions = [...numbers].filter(([nodeId]) => taken.has(nodeId))
  if (graph !== undefined && collisions.length === 0) return graph
  const idCollisions = collisions.map(([nodeId, index]) => {
    const message = `the node id ${nodeId} is used by another topology`
    return nodeIssue({ id: nodeId }, index, { code: 'idCollision', message, field: 'id' })
  })
  throw invalidGraph([...issues, ...idCollisions])
}

/**
 * What an update changes: the old and new value of each field, and the numbers of added and removed nodes and edges.
 */
function topologyChanges(before: Topology, after: Topology): JsonObject {
  return {
    ...fieldChanges(fieldsOf(before), fieldsOf(after)),
    ...setChanges('nodes', nodeIds(before), nodeIds(after)),
    ...setChanges('edges', edgeEnds(before), edgeEnds(after)),
  }
}

function fieldsOf({ name, description, serviceKpi, orientation, schemaVersion }: Topology) {
  return { name, description, serviceKpi, orientation, schemaVersion }
}

function nodeIds({ nodes }: Topology): ReadonlySet<string> {
  return new Set(nodes.map(({ id }) => id))
}

function edgeEnds({ edges }: Topology): ReadonlySet<string> {
  return new Set(edges.map(({ source, target }) => JSON.stringify([source, target])))
}

function setChanges(name: string, before: ReadonlySet<string>, after: ReadonlySet<string>): JsonObject {
  const added = without(after, before)
  const removed = without(before, after)
  return added + removed === 0 ? {} : { [name]: { added, removed } }
}

function without(items: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...items].filter((item) => !others.has(item)).length
}
