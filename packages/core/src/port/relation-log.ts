import type { GraphRelation } from '../relation/adjacency.js'

/**
 * The log of changed relations. It contains only changes that are visible in one snapshot of the database. A process
 * keeps a copy of the relations of an environment in memory. To update this copy, the process reads from the log which
 * relations were changed, on any server, since the last update (docs/decision/0016-graph-in-memory.md).
 */
export interface RelationLog {
  /**
   * A text that the caller can pass to {@link since} in a later snapshot, to get the changes that were made after this
   * snapshot.
   */
  position(): Promise<string>
  /**
   * Identifies the relations of all environments that this snapshot sees: snapshots with the same version see the same
   * relations. A snapshot may have another version although it sees the same relations.
   */
  version(): Promise<string>
  /**
   * The first `limit` relations of an environment after `last`, ordered by resource and parent. If `last` is
   * `undefined`, the result begins with the first relation.
   */
  page(environment: string, last: GraphRelation | undefined, limit: number): Promise<readonly GraphRelation[]>
  /**
   * The changes that were made after known positions and that are visible in this snapshot. Costs one statement if
   * there are no changes.
   *
   * @param positions for each environment, the {@link position} up to which the caller knows the relations of the
   *   environment
   * @returns one item for each environment in `positions`, in any order
   */
  since(positions: ReadonlyMap<string, string>): Promise<readonly LoggedChanges[]>
}

/**
 * The changes of one environment since the position that the caller knows:
 *
 * - `changed`: `links` are all changes from the known position to `position`, in the order in which they were made. The
 *   list is empty if nothing has changed.
 * - `newer`: the known position may include changes that this snapshot does not see.
 * - `lost`: the log does not reach back to the known position, or contains too many changes since then.
 */
export type LoggedChanges = { readonly environment: string } & (
  | { readonly kind: 'changed'; readonly position: string; readonly links: readonly GraphRelationChange[] }
  | { readonly kind: 'newer' | 'lost' }
)

/** The new state of a relation. `rank` and `time` are `null` if the relation was removed. */
export type GraphRelationChange =
  | GraphRelation
  | (Pick<GraphRelation, 'resource' | 'parent'> & { readonly rank: null; readonly time: null })
