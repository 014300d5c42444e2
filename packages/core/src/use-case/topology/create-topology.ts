import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import type { Graph } from '../../topology/graph.js'
import { placeNodes } from '../../topology/lay-out/place-nodes.js'
import { showClaims } from '../../topology/node-claims.js'
import { readNewTopology } from '../../topology/read-topology.js'
import { resolveGraph, resourcesOf } from '../../topology/resolve-graph.js'
import type { Orientation, Topology, TopologyInput } from '../../topology/topology.js'
import { type ExaminedGraph, examineGraph, invalidGraph } from '../../topology/validate-graph.js'
import { resolveNames } from '../alias/resolve-names.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { countFreeSlots, noFreeSlotError } from './license-slots.js'
import { nextUpdateTimes } from './next-update-times.js'
import { syncRelations } from './sync-relations.js'

/**
 * Creates the topology of a service that has no topology yet (rules.md#creating-a-topology). Node ids that another
 * topology uses are replaced by new ids.
 *
 * @throws OpsgraphError `invalid` for a bad body or graph; `forbidden` if the license does not allow another topology;
 *   `conflict` if the service already has a topology
 */
export async function createTopology(
  dependencies: Dependencies,
  caller: Caller,
  topology: TopologyInput,
): Promise<Topology> {
  const { newId, clock, store, license } = dependencies
  if (!license.topologyFeature) throw noFreeSlotError(dependencies)
  const { drawn, ...wanted } = readNewTopology(topology, newId)
  const graph = await placeGraph(drawn ?? serviceNode(wanted.service, newId), wanted.orientation)
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    await requireFreeLicenseSlot(dependencies, parts, wanted.service)
    const now = timestamp(clock())
    const nextTime = await nextUpdateTimes(parts.topologies, now)
    const created: Topology = {
      id: newId(),
      ...wanted,
      schemaVersion: 2,
      createTime: now,
      updateTime: nextTime(),
      ...(await withFreeIds(await resolveAliases(graph, parts), parts, newId)),
    }
    await parts.topologies.save([created])
    await syncRelations(dependencies, parts, [created])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'service-topology-created',
        resourceId: created.id,
        text: `topology ${created.name} of service ${created.service} created`,
      }),
    )
    return showClaims(created)
  })
}

function serviceNode(service: string, newId: () => string): ExaminedGraph {
  return examineGraph({ nodes: [{ id: newId(), kind: 'service', label: service }], edges: [] }, newId)
}

async function placeGraph({ graph, issues, unplaced }: ExaminedGraph, orientation: Orientation): Promise<Graph> {
  if (graph === undefined) throw invalidGraph(issues)
  return await runWithPauses(placeNodes(graph, { unplaced, orientation }))
}

/**
 * Replaces aliases in a graph.
 *
 * @throws OpsgraphError `invalid` if two nodes stand for the same resource, because one of them names an alias
 */
async function resolveAliases(graph: Graph, parts: StoreTransaction): Promise<Graph> {
  const { graph: found, issues } = resolveGraph(graph, await resolveNames(parts, resourcesOf(graph)))
  if (found === undefined) throw invalidGraph(issues)
  return found
}

async function requireFreeLicenseSlot(
  dependencies: Dependencies,
  parts: StoreTransaction,
  service: string,
): Promise<void> {
  if ((await parts.topologies.readByService(service)) !== undefined) {
    throw new OpsgraphError('conflict', `the service ${service} already has a topology`)
  }
  if ((await countFreeSlots(dependencies, parts)) === 0) throw noFreeSlotError(dependencies)
}

async function withFreeIds(graph: Graph, parts: StoreTransaction, newId: () => string): Promise<Graph> {
  const ids = graph.nodes.map((node) => node.id)
  return renameNodes(graph, await parts.topologies.takenNodeIds(ids, null), newId)
}

/** Gives a new id to each node whose id is in `taken`, and changes the ends of edges accordingly. */
function renameNodes(graph: Graph, taken: ReadonlySet<string>, newId: () => string): Graph {
  if (taken.size === 0) return graph
  const newIds = new Map([...taken].map((id) => [id, newId()]))
  const idOf = (id: string) => newIds.get(id) ?? id
  return {
    nodes: graph.nodes.map((node) => ({ ...node, id: idOf(node.id) })),
    edges: graph.edges.map((edge) => ({ ...edge, source: idOf(edge.source), target: idOf(edge.target) })),
  }
}
