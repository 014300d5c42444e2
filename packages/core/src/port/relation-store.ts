import type { ListQuery, Page } from '../page.js'
import type { Relation, RelationKey, ResourceKey } from '../relation/relation.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { Direction, KnownNames, Neighbors } from '../relation/walk.js'

export const RELATION_FILTERS = ['environment', 'resource', 'parent', 'source', 'sourceRef'] as const
export type RelationFilter = (typeof RELATION_FILTERS)[number]
export const RELATION_SORTS = [...RELATION_FILTERS, 'createTime', 'updateTime'] as const
export type RelationSort = (typeof RELATION_SORTS)[number]

/** The relations of some resource as a child, narrowed by what is given. */
export interface RelationsOf {
  readonly environment: string
  readonly resource: string
  readonly parent?: string | undefined
  readonly source?: RelationSource | undefined
  readonly sourceRef?: string | undefined
}

/** What becomes of a relation that is handed over. */
export interface NewSourceRef {
  /** Of the relation. */
  readonly id: string
  readonly sourceRef: string
}

export interface RelationStore {
  /** The relations in which `resource` is the child, and those in which it is the parent; in no promised order. */
  around(
    environment: string,
    resource: string,
  ): Promise<{ parents: readonly Relation[]; children: readonly Relation[] }>
  /**
   * Everything that a walk in one direction can ask, where it reaches only few resources: the neighbors of the resource
   * and of all that it leads to, whatever the number of levels. One statement, which costs at most as much as looking up
   * that many resources.
   *
   * @param most resources that may be reached
   * @returns undefined when more are reached, or when this store rather answers level by level
   */
  reachable(direction: Direction, from: ResourceKey, most: number): Promise<Neighbors | undefined>
  /**
   * The neighbors of some resources, each named once, by environment: every environment that is asked about has an answer.
   * One statement, whatever the number of names and environments; two where names hold what stands between names.
   *
   * @param known names that need not be told, wherever they are neighbors; an answer that tells them all the same is as good
   */
  neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
    known?: KnownNames,
  ): Promise<ReadonlyMap<string, Neighbors>>
  /** Default order: environment, resource, parent, by code point; ties by id. */
  list(query: ListQuery<RelationFilter, RelationSort>): Promise<Page<Relation>>
  /**
   * The first `limit` relations of the default order that come after `last`, which need not be stored; `undefined` =
   * from the beginning. Reading all of them this way, in a snapshot, takes a time that grows with their number alone.
   */
  after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]>
  /** The stored relations among `keys`, in no promised order. */
  find(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /** Every relation with this source and one of these sourceRefs, in no promised order. */
  bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]>
  /**
   * Adds what is new; for what is known the outcome is `mergeRelation(stored, arrived)`, atomically. Keys must differ
   * from one another (`foldDrafts`). A relation that is only confirmed counts as updated.
   */
  upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }>
  /**
   * Gives those of the named relations that are still of this source another sourceRef and updateTime; a stronger one may
   * have taken a relation over since it was read.
   */
  setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void>
  /** The removed relation; `undefined` when there was none. */
  delete(id: string): Promise<Relation | undefined>
  /** Removes those of the named relations that are still of this source, as {@link setSourceRef} takes them. */
  deleteMany(source: RelationSource, ids: readonly string[]): Promise<void>
  /** The number of relations removed. */
  deleteOf(selection: RelationsOf): Promise<number>
}
