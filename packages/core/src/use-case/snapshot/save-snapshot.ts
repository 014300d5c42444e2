import type { ListQuery, Page } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationKey } from '../../relation/relation.js'
import type { SnapshotCounts, SnapshotEntities, SnapshotSection } from '../../snapshot/snapshot-entry.js'
import { endLine, entityLine, headerLine } from '../../snapshot/snapshot-line.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** Receives the next lines of a snapshot. This function is called again only after its promise has resolved. */
export type WriteSnapshot = (text: string) => Promise<void>

/** Number of relations that are read and held in memory at a time. */
const RELATIONS = 1_000
/**
 * Number of entities of other kinds that are read and held in memory at a time. The number is low for topologies,
 * because one topology can have thousands of nodes.
 */
const ENTITIES = {
  catalogService: 1_000,
  topology: 20,
  weightPolicy: 200,
  relationPolicy: 200,
  alertPolicy: 200,
  maintenanceWindow: 200,
} as const

/**
 * Writes relations, service catalog, topologies, policies and maintenance windows as JSON lines, all from one
 * consistent state (rules.md#snapshots). API keys, webhooks, alerts and the audit trail are left out. Memory use does
 * not depend on the size of the store.
 */
export async function saveSnapshot({ store, clock }: Dependencies, write: WriteSnapshot): Promise<SnapshotCounts> {
  return await store.snapshot(async (parts) => {
    await write(headerLine(timestamp(clock())))
    const counts: SnapshotCounts = {
      catalogService: await writeList(parts.catalog, 'catalogService', write),
      topology: await writeList(parts.topologies, 'topology', write),
      weightPolicy: await writeList(parts.weightPolicies, 'weightPolicy', write),
      relationPolicy: await writeList(parts.relationPolicies, 'relationPolicy', write),
      alertPolicy: await writeList(parts.alertPolicies, 'alertPolicy', write),
      maintenanceWindow: await writeList(parts.maintenance, 'maintenanceWindow', write),
      relation: await writeRelations(parts, write),
    }
    await write(endLine(counts))
    return counts
  })
}

interface Listed<Entity> {
  list(query: ListQuery<never, never>): Promise<Page<Entity>>
}

async function writeList<Section extends keyof typeof ENTITIES>(
  list: Listed<SnapshotEntities[Section]>,
  section: Section,
  write: WriteSnapshot,
): Promise<number> {
  const pageSize = ENTITIES[section]
  for (let page = 1; ; page++) {
    const { items, total } = await list.list({ filters: {}, sort: undefined, page, pageSize })
    if (items.length > 0) await write(linesOf(section, items))
    if (page * pageSize >= total) return total
  }
}

async function writeRelations({ relations }: StoreParts, write: WriteSnapshot): Promise<number> {
  let last: RelationKey | undefined
  for (let count = 0; ; ) {
    const items = await relations.after(last, RELATIONS)
    if (items.length > 0) await write(linesOf('relation', items))
    count += items.length
    if (items.length < RELATIONS) return count
    last = items.at(-1)
  }
}

function linesOf<Section extends SnapshotSection>(
  section: Section,
  items: readonly SnapshotEntities[Section][],
): string {
  return items.map((item) => entityLine(section, item)).join('')
}
