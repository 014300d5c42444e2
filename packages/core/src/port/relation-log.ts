import type { Link } from '../relation/adjacency.js'

/**
 * The log of changed relations, as one snapshot sees it. With it, a process keeps the relations of an environment in
 * memory and learns what has changed since, also on other servers (docs/decision/0016-graph-in-memory.md).
 */
export interface RelationLog {
  /** The position of this snapshot in the log. */
  position(): Promise<string>
  /**
   * The first `limit` relations of an environment after `last`, ordered by resource and parent; `undefined` = from the
   * beginning.
   */
  page(environment: string, last: Link | undefined, limit: number): Promise<readonly Link[]>
  /**
   * What changed between earlier positions and this snapshot. Costs one statement if nothing has
   * changed.
   *
   * @param positions by environment
   * @returns one item for each environment in `positions`, in any order
   */
  since(positions: ReadonlyMap<string, string>): Promise<readonly LoggedChanges[]>
}

/**
 * - `changed`: all changes from the earlier position to `position`, in the order in which they were made. The list is
 *   empty if nothing has changed.
 * - `newer`: the earlier position may contain changes that this snapshot does not see.
 * - `lost`: the log does not reach back to the earlier position, or contains too many changes since then.
 */
export type LoggedChanges = { readonly environment: string } & (
  | { readonly kind: 'changed'; readonly position: string; readonly links: readonly LinkChange[] }
  | { readonly kind: 'newer' | 'lost' }
)

/** The new state of a relation. `rank` and `time` are `null` if it was removed. */
export type LinkChange = Link | (Pick<Link, 'resource' | 'parent'> & { readonly rank: null; readonly time: null })
