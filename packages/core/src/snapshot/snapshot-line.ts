import { ENTITY_KINDS } from './read-entity.js'
import {
  SNAPSHOT_KIND,
  SNAPSHOT_VERSION,
  type SnapshotCounts,
  type SnapshotEntities,
  type SnapshotSection,
} from './snapshot-entry.js'

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
