import { groupBy } from '../../group-by.js'
import type { StoreParts } from '../../port/store.js'
import { type Relation, type RelationKey, relationKey } from '../../relation/relation.js'
import { type RelationWithClaims, toRelationWithClaims } from '../../snapshot/kept-relation.js'
import { ENTITY_KINDS } from '../../snapshot/read-entity.js'
import {
  endLine,
  entityLine,
  headerLine,
  SNAPSHOT_SECTIONS,
  type SnapshotCounts,
  type SnapshotEntities,
  type SnapshotSection,
  zeroCounts,
} from '../../snapshot/snapshot-entry.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { type ListedSection, listedParts } from './listed-sections.js'

/** Receives the next lines of a snapshot. It is called again only after its promise has resolved. */
export type WriteSnapshot = (text: string) => Promise<void>

/** The number of relations that are in memory at the same time. */
const RELATIONS_AT_ONCE = 1_000
/**
 * Writes a snapshot of the store as JSON lines, all from one consistent state (rules.md#snapshots). Memory use does not
 * depend on the size of the store.
 */
export async function saveSnapshot({ store, clock }: Dependencies, write: WriteSnapshot): Promise<SnapshotCounts> {
  return await store.snapshot(async (parts) => {
    await write(headerLine(timestamp(clock())))
    const counts = zeroCounts()
    for (const section of SNAPSHOT_SECTIONS) {
      counts[section] =
        section === 'relation' ? await writeRelations(parts, write) : await writeList(parts, section, write)
    }
    await write(endLine(counts))
    return counts
  })
}

async function writeList(parts: StoreParts, section: ListedSection, write: WriteSnapshot): Promise<number> {
  const { pageSize } = ENTITY_KINDS[section].list
  const part = listedParts(parts)[section]
  for (let page = 1; ; page++) {
    const { items, total } = await part.list({ filters: {}, sort: undefined, page, pageSize })
    if (items.length > 0) await write(toLines(section, items))
    if (page * pageSize >= total) return total
  }
}

async function writeRelations({ relations }: StoreParts, write: WriteSnapshot): Promise<number> {
  let last: RelationKey | undefined
  for (let count = 0; ; ) {
    const items = await relations.after(last, RELATIONS_AT_ONCE)
    if (items.length > 0) await write(toLines('relation', await withClaims(relations, items)))
    count += items.length
    if (items.length < RELATIONS_AT_ONCE) return count
    last = items.at(-1)
  }
}

async function withClaims(
  relations: StoreParts['relations'],
  items: readonly Relation[],
): Promise<readonly RelationWithClaims[]> {
  const claims = groupBy(await relations.claims(items), relationKey)
  return items.map((relation) => toRelationWithClaims(relation, claims.get(relationKey(relation)) ?? []))
}

function toLines<Section extends SnapshotSection>(
  section: Section,
  items: readonly SnapshotEntities[Section][],
): string {
  return items.map((item) => entityLine(section, item)).join('')
}
