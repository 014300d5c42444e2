import { pause } from '#platform'
import type { Caller } from '../../access/caller.js'
import { fieldChanges } from '../../audit/field-changes.js'
import type { JsonObject } from '../../json-value.js'
import { OpsgraphError, requireFound } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { bodyFault, combineErrors } from '../../schema/body-error.js'
import { timestamp } from '../../timestamp.js'
import { deriveGraph } from '../../topology/derive-graph.js'
import type { Graph } from '../../topology/graph.js'
import { indexGraph } from '../../topology/graph-index.js'
import { nodeIssue } from '../../topology/graph-issue.js'
import { placeNodes } from '../../topology/lay-out/place-nodes.js'
import { keepGraphClaims, showClaims } from '../../topology/node-claims.js'
import { readTopologyChanges, type TopologyChanges } from '../../topology/read-topology.js'
import { resolveGraph, resourcesOf } from '../../topology/resolve-graph.js'
import type { Topology, TopologyPatch } from '../../topology/topology.js'
import { type ExaminedGraph, invalidGraph, validateGraph } from '../../topology/validate-graph.js'
import { resolveNames } from '../alias/resolve-names.js'
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
 * Changes a topology (rules.md#saving-a-topology). Fields that are left out do not change; a graph replaces the whole
 * stored graph. A tree of an earlier release becomes schemaVersion 2, which allows only valid graphs: if the request
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
  const changes = readTopologyChanges(body, newId)
  await pause()
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const stored = requireFound(await parts.topologies.read(id), 'topology')
    requireVersion(stored, readVersion)
    const { examined, fields } = changes
    const drawn = await requireValid(changes, stored, parts)
    await requireNoOtherTopology(stored, parts)
    const { orientation = stored.orientation } = fields
    const unplaced = examined?.unplaced ?? new Set<string>()
    const graph =
      drawn && (await runWithPauses(placeNodes(keepGraphClaims(drawn, stored), { unplaced, stored, orientation })))
    const nextTime = await nextUpdateTimes(parts.topologies, timestamp(clock()))
    const edited = readVersion === undefined ? {} : readOlderKpi(changes, stored)
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
    return showClaims(topology)
  })
}

function requireVersion({ updateTime }: Topology, readVersion: string | undefined): void {
  if (readVersion === undefined || readVersion === updateTime) return
  const message = `the stored version is ${updateTime}, not the one that you have read: read it again`
  throw new OpsgraphError('preconditionFailed', message)
}

/**
 * The graph to save; `undefined` = the stored graph does not change.
 *
 * @throws OpsgraphError `invalid` with all faults of the body and of the graph, including node ids that another
 *   topology uses
 */
async function requireValid(
  { errors, service, examined }: TopologyChanges,
  stored: Topology,
  parts: StoreTransaction,
): Promise<Graph | undefined> {
  const { graph, issues } = await withoutAliases(examined ?? examineTree(stored), parts)
  const collisions = examined === undefined ? [] : await findCollisions(examined, stored.id, parts)
  const all = [...errors]
  if (service !== undefined && service !== stored.service) all.push(bodyFault('service', 'cannot be changed'))
  if (issues.length + collisions.length > 0) all.push(invalidGraph([...issues, ...collisions]))
  if (all.length > 0) throw combineErrors(all)
  return graph
}

/** Replaces aliases in a valid graph. */
async function withoutAliases(examined: GraphWithIssues, parts: StoreTransaction): Promise<GraphWithIssues> {
  const { graph, issues } = examined
  if (graph === undefined || issues.length > 0) return examined
  return resolveGraph(graph, await resolveNames(parts, resourcesOf(graph)))
}

type GraphWithIssues = Pick<ExaminedGraph, 'graph' | 'issues'>

/** The graph of a stored tree of an earlier release, and its faults. All other stored graphs are valid. */
function examineTree(stored: Topology): Pick<ExaminedGraph, 'graph' | 'issues'> {
  if (stored.schemaVersion === 2) return { graph: undefined, issues: [] }
  const index = indexGraph(stored)
  const issues = validateGraph(index)
  return { graph: issues.length > 0 ? undefined : deriveGraph(index), issues }
}

/** @throws OpsgraphError `conflict` if the service of a tree has a topology of schemaVersion 2: it may have only one */
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
 * Older clients read a topology, change the old field `service_kpi`, and send `serviceKpi` back unchanged. In this
 * case, `service_kpi` counts. This applies only to requests that name the version that the caller has read. Otherwise,
 * a client that sends the same body twice would undo its own change, because after the first request the stored
 * `serviceKpi` differs from the one in the body.
 */
function readOlderKpi({ fields, olderKpi }: TopologyChanges, stored: Topology): Partial<Topology> {
  return olderKpi !== undefined && fields.serviceKpi === stored.serviceKpi ? { serviceKpi: olderKpi } : {}
}

/** The node ids that another topology uses. */
async function findCollisions({ numbers }: ExaminedGraph, id: string, { topologies }: StoreTransaction) {
  const takenIds = await topologies.takenNodeIds([...numbers.keys()], id)
  const collisions = [...numbers].filter(([nodeId]) => takenIds.has(nodeId))
  return collisions.map(([nodeId, index]) => {
    const message = `the node id ${nodeId} is used by another topology`
    return nodeIssue({ id: nodeId }, index, { code: 'idCollision', message, field: 'id' })
  })
}

/**
 * The changes for the audit entry: the old and new value of each field, and the numbers of added and removed nodes and
 * edges.
 */
function topologyChanges(before: Topology, after: Topology): JsonObject {
  return {
    ...fieldChanges(fieldsWithoutGraph(before), fieldsWithoutGraph(after)),
    ...countChanges('nodes', nodeIds(before), nodeIds(after)),
    ...countChanges('edges', edgeEnds(before), edgeEnds(after)),
  }
}

/** The fields that a save may change, besides the graph. */
function fieldsWithoutGraph({ nodes: _, edges: __, updateTime: ___, ...fields }: Topology) {
  return fields
}

function nodeIds({ nodes }: Topology): ReadonlySet<string> {
  return new Set(nodes.map(({ id }) => id))
}

function edgeEnds({ edges }: Topology): ReadonlySet<string> {
  return new Set(edges.map(({ source, target }) => JSON.stringify([source, target])))
}

function countChanges(name: string, before: ReadonlySet<string>, after: ReadonlySet<string>): JsonObject {
  const added = countMissing(after, before)
  const removed = countMissing(before, after)
  return added + removed === 0 ? {} : { [name]: { added, removed } }
}

function countMissing(items: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...items].filter((item) => !others.has(item)).length
}
