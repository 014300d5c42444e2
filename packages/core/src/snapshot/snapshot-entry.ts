import type { CatalogService } from '../catalog/catalog-service.js'
import type { RelationPolicy, WeightPolicy } from '../policy/policy.js'
import type { Relation } from '../relation/relation.js'
import type { Topology } from '../topology/topology.js'

/** What the first line of a snapshot says that it is. */
export const SNAPSHOT_KIND = 'opsgraph-snapshot'
/** Raised when a reader of before would take a snapshot for something else than it is. */
export const SNAPSHOT_VERSION = 1

/** What a snapshot holds, by the key of its lines. */
export interface SnapshotEntities {
  readonly catalogService: CatalogService
  readonly topology: Topology
  readonly weightPolicy: WeightPolicy
  readonly relationPolicy: RelationPolicy
  readonly relation: Relation
}

/** In the order in which they are written and read: what is named by others comes before them. */
export const SNAPSHOT_SECTIONS = ['catalogService', 'topology', 'weightPolicy', 'relationPolicy', 'relation'] as const
export type SnapshotSection = (typeof SNAPSHOT_SECTIONS)[number]

/** How many entities of each kind there are. */
export type SnapshotCounts = Readonly<Record<SnapshotSection, number>>

/** One entity, read. */
export type SnapshotEntry = {
  [Section in SnapshotSection]: { readonly section: Section; readonly entity: SnapshotEntities[Section] }
}[SnapshotSection]
