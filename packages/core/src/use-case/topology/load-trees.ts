import type { Caller } from '../../access/caller.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import type { TreeUpgrade } from '../../topology/plan-tree-upgrade.js'
import type { Topology } from '../../topology/topology.js'
import type { TreeEntry, TreeFile } from '../../topology/tree-entry.js'
import { auditEntry } from '../audit/audit.js'
import { freeSlots, noFreeSlot } from './license-slots.js'
import { readTreeUpgrades } from './read-tree-upgrades.js'

/** What became of one entry of a file of trees. */
export interface LoadedTree {
  readonly topologyId: string
  readonly name: string
  readonly service: string
  /** False when it was there before: by its id or, when it names none, by its service. */
  readonly isNew: boolean
}

/** What loading a file of trees did, and what upgrading them will do. */
export interface TreeLoad {
  /** In the order of the file. */
  readonly loaded: readonly LoadedTree[]
  /** Of every topology of schemaVersion 1 in the store; nothing of it is done yet. */
  readonly upgrades: readonly TreeUpgrade[]
}

/**
 * Stores the topologies of a file of trees (`receiveTreeFile`) as schemaVersion 1, each tree turned into nodes and edges and
 * kept beside them: all of them, or none. An entry that is there already is passed over, so that a file may be loaded
 * twice. Nothing enters the resource graph before `upgradeTrees`.
 *
 * @throws OpsgraphError `invalid`, with all faults of the file; `forbidden` when the license does not allow that many
 *   topologies
 */
export async function loadTrees(
  dependencies: Dependencies,
  caller: Caller,
  { entries, issues }: TreeFile,
): Promise<TreeLoad> {
  const { store, newId, clock } = dependencies
  if (issues.length > 0) throw new OpsgraphError('invalid', 'invalid file of trees', issues)
  return await store.transaction(async (parts) => {
    await parts.lock('topologies')
    const plan = await planLoad(parts, entries, newId)
    const arriving = plan.filter(({ isNew }) => isNew)
    const free = await freeSlots(dependencies, parts)
    if (free !== null && arriving.length > free) throw noFreeSlot(dependencies)
    await parts.topologies.save(toTopologies(arriving, timestamp(clock())))
    await parts.topologies.keepTrees(arriving.map(({ topologyId, entry }) => ({ topologyId, tree: entry.tree })))
    const told = arriving.map(({ topologyId, entry: { name, service } }) =>
      auditEntry(dependencies, caller, {
        event: 'service-topology-tree-loaded',
        resourceId: topologyId,
        text: `topology ${name} of service ${service} loaded as a tree of an earlier release`,
      }),
    )
    await parts.audit.append(...told)
    const loaded = plan.map(({ topologyId, isNew, entry: { name, service } }) => ({ topologyId, name, service, isNew }))
    return { loaded, upgrades: await readTreeUpgrades(parts) }
  })
}

/** An entry and the topology that it is, or becomes. */
interface PlannedTree {
  readonly topologyId: string
  readonly isNew: boolean
  readonly entry: TreeEntry
}

async function planLoad(
  { topologies }: StoreTransaction,
  entries: readonly TreeEntry[],
  newId: () => string,
): Promise<readonly PlannedTree[]> {
  const stored = await topologies.find(entries.flatMap(({ id }) => id ?? []))
  const nameless = entries.filter(({ id }) => id === undefined)
  const known = await topologies.readByServices(nameless.map(({ service }) => service))
  const ids = new Set(stored.map(({ id }) => id))
  const idOf = new Map(known.map(({ service, id }) => [service, id]))
  return entries.map((entry) => {
    const found = entry.id === undefined ? idOf.get(entry.service) : [entry.id].find((id) => ids.has(id))
    return { topologyId: found ?? entry.id ?? newId(), isNew: found === undefined, entry }
  })
}

/** Each a millisecond later than the one before: of several for one service the first of the file is the oldest. */
function toTopologies(arriving: readonly PlannedTree[], now: string): readonly Topology[] {
  let createTime = now
  return arriving.map(({ topologyId, entry }, index) => {
    if (index > 0) createTime = timestampAfter(createTime, createTime)
    const { name, description, service, serviceKpi, orientation, graph } = entry
    const fields = { name, description, service, serviceKpi, orientation, ...graph }
    return { id: topologyId, ...fields, schemaVersion: 1, createTime, updateTime: createTime }
  })
}
