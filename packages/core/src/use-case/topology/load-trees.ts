import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import type { Topology } from '../../topology/topology.js'
import type { TreeUpgrade } from '../../topology/tree/plan-tree-upgrade.js'
import type { TreeEntry, TreeFile } from '../../topology/tree/read-tree-file.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { countFreeSlots, noFreeSlotError } from './license-slots.js'
import { readTreeUpgrades } from './upgrade-trees.js'

/** The outcome for one entry of a file of trees. */
export interface LoadedTree {
  readonly topologyId: string
  readonly name: string
  readonly service: string
  /**
   * False if the store already had the topology: a topology with the id of the entry or, if the entry has no id, a
   * topology of the same service.
   */
  readonly isNew: boolean
}

/** The outcome of loading a file of trees, and a preview of the upgrade. */
export interface TreeLoad {
  /** The outcomes, in the order of the file. */
  readonly loaded: readonly LoadedTree[]
  /** What an upgrade would do with each stored topology of schemaVersion 1. Nothing is upgraded yet. */
  readonly upgrades: readonly TreeUpgrade[]
}

/**
 * Stores the topologies in a file of trees (see `receiveTreeFile`) as schemaVersion 1: all of them or none. Each tree
 * is converted to nodes and edges, and the original tree is stored too. Entries that are already stored are skipped, so
 * that a file can be loaded twice. The resource graph does not change until `upgradeTrees` is called.
 *
 * @throws OpsgraphError `invalid`, with all issues of the file; `forbidden` if the license does not allow that many
 *   topologies
 */
export async function loadTrees(dependencies: Dependencies, caller: Caller, file: TreeFile): Promise<TreeLoad> {
  const { entries, issues } = file
  const { store, newId, clock } = dependencies
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid file of trees', issues)
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const plan = await planTreeLoad(parts, entries, newId)
    const arriving = plan.filter(({ isNew }) => isNew)
    const free = await countFreeSlots(dependencies, parts)
    if (free !== null && arriving.length > free) throw noFreeSlotError(dependencies)
    await parts.topologies.save(toTopologies(arriving, timestamp(clock())))
    await parts.topologies.keepTrees(arriving.map(({ topologyId, entry }) => ({ topologyId, tree: entry.tree })))
    const auditEntries = arriving.map(({ topologyId, entry: { name, service } }) =>
      auditEntry(dependencies, caller, {
        event: 'service-topology-tree-loaded',
        resourceId: topologyId,
        text: `topology ${name} of service ${service} loaded as a tree of an earlier release`,
      }),
    )
    await parts.audit.append(...auditEntries)
    const loaded = plan.map(({ topologyId, isNew, entry: { name, service } }) => ({ topologyId, name, service, isNew }))
    return { loaded, upgrades: await readTreeUpgrades(parts) }
  })
}

/**
 * An entry of the file. If `isNew`, `topologyId` is the id for the new topology; otherwise the id of the stored
 * topology.
 */
interface PlannedTree {
  readonly topologyId: string
  readonly isNew: boolean
  readonly entry: TreeEntry
}

async function planTreeLoad(
  { topologies }: StoreTransaction,
  entries: readonly TreeEntry[],
  newId: () => string,
): Promise<readonly PlannedTree[]> {
  const stored = await topologies.find(entries.flatMap(({ id }) => id ?? []))
  const nameless = entries.filter(({ id }) => id === undefined)
  const ofServices = await topologies.readByServices(nameless.map(({ service }) => service))
  const ids = new Set(stored.map(({ id }) => id))
  const idOf = new Map(ofServices.map(({ service, id }) => [service, id]))
  return entries.map((entry) => {
    const found = entry.id === undefined ? idOf.get(entry.service) : [entry.id].find((id) => ids.has(id))
    return { topologyId: found ?? entry.id ?? newId(), isNew: found === undefined, entry }
  })
}

/**
 * Builds the new topologies. Their createTimes are one millisecond apart, in the order of the file, so that the first
 * topology of a service in the file is also its oldest.
 */
function toTopologies(arriving: readonly PlannedTree[], now: string): readonly Topology[] {
  let createTime = now
  return arriving.map(({ topologyId, entry }, index) => {
    if (index > 0) createTime = laterTimestamp(createTime, createTime)
    const { id: _, graph, tree: __, ...fields } = entry
    return { id: topologyId, ...fields, ...graph, schemaVersion: 1, createTime, updateTime: createTime }
  })
}
