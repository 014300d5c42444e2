import type { ListQuery, Page } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { ENTITY_KINDS } from '../../snapshot/read-entity.js'
import type { SnapshotEntities, SnapshotSection } from '../../snapshot/snapshot-entry.js'

/**
 * The sections whose entities are read as lists, page by page. Relations are read in the order of their keys instead.
 */
export type ListedSection = Exclude<SnapshotSection, 'relation'>

interface ListedEntities<Entity> {
  list(query: ListQuery<never, never>): Promise<Page<Entity>>
  save(entities: readonly Entity[]): Promise<unknown>
}

export const LISTED_SECTIONS = Object.keys(ENTITY_KINDS).filter(
  (name) => name !== 'relation',
) as readonly ListedSection[]

/** For each section, the part of the store that contains its entities. */
export function listedParts(parts: StoreParts): {
  readonly [Section in ListedSection]: ListedEntities<SnapshotEntities[Section]>
} {
  const entries = LISTED_SECTIONS.map((section) => [section, parts[ENTITY_KINDS[section].list.part]])
  return Object.fromEntries(entries) as {
    readonly [Section in ListedSection]: StoreParts[(typeof ENTITY_KINDS)[Section]['list']['part']]
  }
}
