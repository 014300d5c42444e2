import type { ListQuery, Page } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import type { SnapshotEntities, SnapshotSection } from '../../snapshot/snapshot-entry.js'

/**
 * The sections whose entities are read as lists, page by page. Relations are read in the order of their keys instead.
 */
export type ListedSection = Exclude<SnapshotSection, 'relation'>

interface ListedEntities<Entity> {
  /** A noun for several entities, for messages. */
  readonly many: string
  /** The number of entities that are in memory at the same time. */
  readonly pageSize: number
  /** The part of the store that contains the entities. */
  readonly partOf: (parts: StoreParts) => {
    list(query: ListQuery<never, never>): Promise<Page<Entity>>
    save(entities: readonly Entity[]): Promise<unknown>
  }
}

/** For each section, where its entities are stored. */
export const LISTED_SECTIONS: { readonly [Section in ListedSection]: ListedEntities<SnapshotEntities[Section]> } = {
  catalogService: { many: 'services in the catalog', pageSize: 1_000, partOf: ({ catalog }) => catalog },
  // The page is small, because one topology can have thousands of nodes.
  topology: { many: 'topologies', pageSize: 20, partOf: ({ topologies }) => topologies },
  weightPolicy: { many: 'weight policies', pageSize: 200, partOf: ({ weightPolicies }) => weightPolicies },
  relationPolicy: { many: 'relation policies', pageSize: 200, partOf: ({ relationPolicies }) => relationPolicies },
  alertPolicy: { many: 'alert policies', pageSize: 200, partOf: ({ alertPolicies }) => alertPolicies },
  redundancyRule: { many: 'redundancy rules', pageSize: 1_000, partOf: ({ redundancyRules }) => redundancyRules },
  resourceAlias: { many: 'aliases of resources', pageSize: 1_000, partOf: ({ aliases }) => aliases },
  maintenanceWindow: { many: 'maintenance windows', pageSize: 200, partOf: ({ maintenance }) => maintenance },
}
