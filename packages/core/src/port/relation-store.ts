import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { Relation, RelationKey, ResourceKey } from '../relation/relation.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { Direction, KnownNames, Neighbors } from '../relation/walk.js'

/** Selects the relations in which a resource is the child; every other given field must match too. */
export interface RelationsOf {
  readonly environment: string
  readonly resource: string
  readonly parent?: string | undefined
  readonly source?: RelationSource | undefined
  readonly sourceRef?: string | undefined
}

/** The new `sourceRef` of a stored relation. */
export interface NewSourceRef {
  /** The id of the relation. */
  readonly id: string
  readonly sourceRef: string
}

export interface RelationStore {
  /** Relations with `resource` as the child (`parents`) and as the parent (`children`), in no promised order. */
  around(
    environment: string,
    resource: string,
  ): Promise<{ parents: readonly Relation[]; children: readonly Relation[] }>
  /**
   * The neighbors of a resource and of everything it leads to in one direction, at any depth: all that a walk which
   * reaches few resources can ask for. Costs one statement, at most as expensive as looking up `most` resources.
   *
   * @param most how many resources may be reached
   * @returns undefined if more are reached, or if this store prefers to answer level by level with {@link neighbors}
   */
  reachable(direction: Direction, from: ResourceKey, most: number): Promise<Neighbors | undefined>
  /**
   * The neighbors of some resources, by environment. The result has an entry for every environment in `frontiers`.
   * Costs one statement, regardless of the number of names and environments, or two if a name contains the character
   * that the store uses as a separator.
   *
   * @param frontiers resource names by environment, each name once
   * @param known names that the store may leave out of the result, but need not
   */
  neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
    known?: KnownNames,
  ): Promise<ReadonlyMap<string, Neighbors>>
  /** Default order: environment, resource, parent, by code point; ties by id. */
  list(query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Promise<Page<Relation>>
  /**
   * The first `limit` relations that come after `last` in the default order. `last` need not be stored; `undefined` =
   * from the beginning. Reading all relations this way, in a snapshot, takes time linear in their number.
   */
  after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]>
  /** The stored relations among `keys`, in no promised order. */
  find(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /** Every relation with this source and one of these sourceRefs, in no promised order. */
  bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]>
  /**
   * Adds new relations and replaces each stored one with `mergeRelation(stored, arrived)`, atomically. No two relations
   * of a call may share a key (see `foldDrafts`). A relation that is only confirmed counts as updated.
   */
  upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }>
  /**
   * Changes sourceRef and updateTime of the given relations. Relations whose source is no longer `source` are left
   * unchanged: a stronger source may have taken them over since they were read.
   */
  setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void>
  /** The removed relation; `undefined` if it did not exist. */
  delete(id: string): Promise<Relation | undefined>
  /** Removes the given relations, except those whose source is no longer `source`; see {@link setSourceRef}. */
  deleteMany(source: RelationSource, ids: readonly string[]): Promise<void>
  /** The number of relations removed. */
  deleteOf(selection: RelationsOf): Promise<number>
}
