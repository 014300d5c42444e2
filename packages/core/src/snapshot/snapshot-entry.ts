import { ENTITY_KINDS } from './read-entity.js'

/** The value of `kind` in the first line of a snapshot. */
export const SNAPSHOT_KIND = 'opsgraph-snapshot'
/**
 * The version of the format of snapshots. Increase this number only for changes that make an earlier release misread
 * the new format.
 */
export const SNAPSHOT_VERSION = 1

export type SnapshotSection = keyof typeof ENTITY_KINDS

/** The type of the entities in each section. */
export type SnapshotEntities = {
  readonly [Section in SnapshotSection]: ReturnType<(typeof ENTITY_KINDS)[Section]['read']>
}

/** The sections in the order in which a snapshot is written and read. */
export const SNAPSHOT_SECTIONS = Object.keys(ENTITY_KINDS) as readonly SnapshotSection[]

/** The number of entities of each kind. */
export type SnapshotCounts = Readonly<Record<SnapshotSection, number>>

/** The counts of a snapshot without entities. */
export function zeroCounts(): Record<SnapshotSection, number> {
  return Object.fromEntries(SNAPSHOT_SECTIONS.map((section) => [section, 0])) as Record<SnapshotSection, number>
}

/** An entity that was read from a snapshot, with its section. */
export type SnapshotEntry = {
  [Section in SnapshotSection]: { readonly section: Section; readonly entity: SnapshotEntities[Section] }
}[SnapshotSection]

/**
 * The first line of a snapshot. `claims` says that the snapshot has all claims of its relations, which the snapshots of
 * earlier releases lack.
 */
export function headerLine(createTime: string): string {
  return `${JSON.stringify({ kind: SNAPSHOT_KIND, version: SNAPSHOT_VERSION, createTime, claims: true })}\n`
}

/** The line of one entity. In a snapshot, these lines come after the first line and before the last line. */
export function entityLine<Section extends SnapshotSection>(
  section: Section,
  entity: SnapshotEntities[Section],
): string {
  const fields = entity as unknown as Readonly<Record<string, unknown>>
  const ordered = Object.fromEntries(ENTITY_KINDS[section].names.map((field) => [field, fields[field]]))
  return `${JSON.stringify({ [section]: ordered })}\n`
}

/** The last line of a snapshot. If a file does not have this line, the snapshot was cut off. */
export function endLine(counts: SnapshotCounts): string {
  return `${JSON.stringify({ end: counts })}\n`
}
