import type { AlertPolicy } from '../alert-policy/alert-policy.js'
import type { ResourceAlias } from '../alias/resource-alias.js'
import type { CatalogService } from '../catalog/catalog-service.js'
import type { MaintenanceWindow } from '../maintenance/maintenance-window.js'
import type { RelationPolicy, WeightPolicy } from '../policy/policy.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import type { Topology } from '../topology/topology.js'
import type { KeptRelation } from './kept-relation.js'

/** The value of `kind` in the first line of a snapshot. */
export const SNAPSHOT_KIND = 'opsgraph-snapshot'
/**
 * The version of the format of snapshots. Increase this number only for changes that make an earlier release misread
 * the new format.
 */
export const SNAPSHOT_VERSION = 1

/**
 * The type of the entities in each section of a snapshot. The line of an entity is an object whose only key is the
 * section, for example `{"topology": {…}}`.
 */
export interface SnapshotEntities {
  readonly catalogService: CatalogService
  readonly topology: Topology
  readonly weightPolicy: WeightPolicy
  readonly relationPolicy: RelationPolicy
  readonly alertPolicy: AlertPolicy
  readonly maintenanceWindow: MaintenanceWindow
  readonly redundancyRule: RedundancyRule
  readonly resourceAlias: ResourceAlias
  readonly relation: KeptRelation
}

/**
 * The sections in the order in which a snapshot is written and read. An entity comes after the entities that it refers
 * to.
 */
export const SNAPSHOT_SECTIONS = [
  'catalogService',
  'topology',
  'weightPolicy',
  'relationPolicy',
  'alertPolicy',
  'maintenanceWindow',
  'redundancyRule',
  'resourceAlias',
  'relation',
] as const
export type SnapshotSection = (typeof SNAPSHOT_SECTIONS)[number]

/** The number of entities of each kind. */
export type SnapshotCounts = Readonly<Record<SnapshotSection, number>>

/** The counts of a snapshot without entities. */
export function noEntities(): Record<SnapshotSection, number> {
  return Object.fromEntries(SNAPSHOT_SECTIONS.map((section) => [section, 0])) as Record<SnapshotSection, number>
}

/** An entity that was read from a snapshot, with its section. */
export type SnapshotEntry = {
  [Section in SnapshotSection]: { readonly section: Section; readonly entity: SnapshotEntities[Section] }
}[SnapshotSection]
