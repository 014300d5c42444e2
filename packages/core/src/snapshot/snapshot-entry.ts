import type { CatalogService } from '../catalog/catalog-service.js'
import type { RelationPolicy, WeightPolicy } from '../policy/policy.js'
import type { Relation } from '../relation/relation.js'
import type { Topology } from '../topology/topology.js'

/** The kind of file in the first line of a snapshot. */
export const SNAPSHOT_KIND = 'opsgraph-snapshot'
/** Increase it if an earlier reader would misread a snapshot. */
export const SNAPSHOT_VERSION = 1

/** The entities of a snapshot, by the key of their lines. */
export interface SnapshotEntities {
  readonly catalogService: CatalogService
  readonly topology: Topology
  readonly weightPolicy: WeightPolicy
  readonly relationPolicy: RelationPolicy
  readonly relation: Relation
}

/** In the order of writing and reading: an entity comes after those that it refers to. */
export const SNAPSHOT_SECTIONS = ['catalogService', 'topology', 'weightPolicy', 'relationPolicy', 'relation'] as const
export type SnapshotSection = (typeof SNAPSHOT_SECTIONS)[number]

/** The number of entities of each kind. */
export type SnapshotCounts = Readonly<Record<SnapshotSection, number>>

/** An entity after reading. */
export type SnapshotEntry = {
  [Section in SnapshotSection]: { readonly section: Section; readonly entity: SnapshotEntities[Section] }
}[SnapshotSection]
