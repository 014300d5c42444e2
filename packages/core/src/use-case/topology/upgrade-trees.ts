import type { Caller } from '../../access/caller.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { deriveGraph } from '../../topology/derive-graph.js'
import { indexGraph } from '../../topology/graph-index.js'
import type { Topology } from '../../topology/topology.js'
import {
  planTreeUpgrade,
  type TreeCandidate,
  type TreeUpgrade,
  treeCandidate,
} from '../../topology/tree/plan-tree-upgrade.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { nextUpdateTimes } from './next-update-times.js'
import { syncRelations } from './sync-relations.js'

/** The number of topologies that are saved together. It is low, because one topology can have thousands of nodes. */
const TREES_PER_BATCH = 20

/**
 * Upgrades the trees of an earlier release (rules.md#trees-of-an-earlier-release). Converts each valid topology of
 * schemaVersion 1 to schemaVersion 2, with the same effects as a save. Of several topologies of one service, at most
 * one is converted.
 *
 * Several servers may call this function at the same time: one of them upgrades the topologies, the others wait and
 * then find nothing to do.
 *
 * @returns the outcome for each topology of schemaVersion 1, ordered by createTime. A topology that cannot be upgraded
 *   is part of the result of every call
 */
export async function upgradeTrees(dependencies: Dependencies, caller: Caller): Promise<readonly TreeUpgrade[]> {
  if (!(await hasTrees(dependencies))) return []
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    const upgrades = await readTreeUpgrades(parts)
    const done = upgrades.filter(({ isUpgraded }) => isUpgraded)
    const ids = done.map(({ topologyId }) => topologyId)
    for (let start = 0; start < ids.length; start += TREES_PER_BATCH) {
      await upgradeBatch(dependencies, parts, ids.slice(start, start + TREES_PER_BATCH))
    }
    const entries = done.map(({ topologyId, name, service }) =>
      auditEntry(dependencies, caller, {
        event: 'service-topology-tree-upgraded',
        resourceId: topologyId,
        text: `topology ${name} of service ${service} upgraded from a tree to nodes and edges`,
      }),
    )
    await parts.audit.append(...entries)
    return upgrades
  })
}

/**
 * True if the store has a topology of schemaVersion 1. Checked before the lock is taken: usually there is nothing to
 * upgrade, and a starting server then need not wait for the lock.
 */
async function hasTrees({ store }: Dependencies): Promise<boolean> {
  const one = { filters: { schemaVersion: ['1'] }, sort: undefined, page: 1, pageSize: 1 }
  return (await store.topologies.list(one)).total > 0
}

/**
 * Converts and saves topologies in the order of `ids`. If several topologies draw the same relation, it shows the claim
 * of the last one.
 */
async function upgradeBatch(
  dependencies: Dependencies,
  parts: StoreTransaction,
  ids: readonly string[],
): Promise<void> {
  const stored = new Map((await parts.topologies.find(ids)).map((topology) => [topology.id, topology]))
  const nextTime = await nextUpdateTimes(parts.topologies, timestamp(dependencies.clock()))
  const topologies = ids.flatMap((id) => {
    const topology = stored.get(id)
    return topology === undefined ? [] : [upgradeTopology(topology, nextTime())]
  })
  await parts.topologies.save(topologies)
  await syncRelations(dependencies, parts, topologies)
}

function upgradeTopology(topology: Topology, updateTime: string): Topology {
  return { ...topology, ...deriveGraph(indexGraph(topology)), schemaVersion: 2, updateTime }
}

/**
 * The number of topologies that are in memory at the same time. It is low, because one topology can have thousands of
 * nodes.
 */
const TREES_PER_PAGE = 20

/** What an upgrade would do with each topology of schemaVersion 1, ordered by createTime, then id. Writes nothing. */
export async function readTreeUpgrades({
  topologies,
}: Pick<StoreParts, 'topologies'>): Promise<readonly TreeUpgrade[]> {
  const candidates: TreeCandidate[] = []
  const upgradedServices = new Map<string, string>()
  for (let page = 1; ; page++) {
    const filters = { schemaVersion: ['1'] }
    const { items, total } = await topologies.list({ filters, sort: undefined, page, pageSize: TREES_PER_PAGE })
    candidates.push(...items.map(treeCandidate))
    for (const stored of await topologies.readByServices(items.map(({ service }) => service))) {
      if (stored.schemaVersion === 2) upgradedServices.set(stored.service, stored.id)
    }
    if (page * TREES_PER_PAGE >= total) return planTreeUpgrade(candidates, upgradedServices)
  }
}
