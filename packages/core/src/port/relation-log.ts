import type { GraphRelation } from '../relation/adjacency.js'

/**
 * The log of changed relations. A process keeps a copy of the relations of an environment in memory. To update this
 * copy, the process reads from the log which relations have changed, on any server, since the last update
 * (docs/decision/0016-graph-in-memory.md). The log belongs to one snapshot, and shows only changes that this snapshot
 * sees.
 */
export interface RelationLog {
  /**
   * A text that the caller can pass to {@link since} in a later snapshot, to get the changes that were made after this
   * snapshot.
   */
  position(): Promise<string>
  /**
   * Identifies the relations of all environments that this snapshot sees. Two snapshots with the same version see the
   * same relations. Two snapshots that see the same relations may have different versions.
   */
  version(): Promise<string>
  /**
   * The first `limit` relations of an environment after `last`, ordered by resource and parent. If `last` is
   * `undefined`, the result begins with the first relation.
   */
  page(environment: string, last: GraphRelation | undefined, limit: number): Promise<readonly GraphRelation[]>
  /**
   * The changes that were made after the given positions and that this snapshot sees. Costs one statement if there are
   * no changes.
   *
   * @param positions for each environment, the {@link position} of the snapshot from which the caller's copy comes
   * @returns one item for each environment in `positions`, in any order
   */
  since(positions: ReadonlyMap<string, string>): Promise<readonly LoggedChanges[]>
}

/**
 * The changes of one environment since the position that the caller gave:
 *
 * - `changed`: `links` are all changes from this position to `position`, in the order in which they were made. The list
 *   is empty if nothing has changed.
 * - `newer`: the caller's copy may include changes that this snapshot does not see yet.
 * - `lost`: the log no longer contains all changes since this position, or there are too many of them. The caller must
 *   read all relations again.
 */
export type LoggedChanges = { readonly environment: string } & (
  | { readonly kind: 'changed'; readonly position: string; readonly links: readonly GraphRelationChange[] }
  | { readonly kind: 'newer' | 'lost' }
)

/** The new state of a relation. `rank` and `time` are `null` if the relation was removed. */
export type GraphRelationChange =
  | GraphRelation
  | (Pick<GraphRelation, 'resource' | 'parent'> & { readonly rank: null; readonly time: null })
