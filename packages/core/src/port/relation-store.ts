import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { Relation, RelationKey, ResourceKey } from '../relation/relation.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { NeighborLookup } from '../relation/walk.js'

/** Selects the relations that have `resource` as the child and that match all other given fields. */
export type RelationsOf = ResourceKey & {
  readonly [Name in 'parent' | 'source' | 'sourceRef']?: NonNullable<Relation[Name]> | undefined
}

/** The new `sourceRef` of a stored relation. */
export interface NewSourceRef {
  /** The id of the relation. */
  readonly id: string
  readonly sourceRef: string
}

export interface RelationStore extends NeighborLookup {
  /**
   * The relations that have `resource` as the child (`parents`), and the relations that have `resource` as the parent
   * (`children`), in any order. All of them are read from one state, also outside of a snapshot.
   */
  around(
    environment: string,
    resource: string,
  ): Promise<{ parents: readonly Relation[]; children: readonly Relation[] }>
  /**
   * Every relation that has one of `resources` as the child or the parent, each once, in any order. Costs one statement.
   */
  touching(environment: string, resources: readonly string[]): Promise<readonly Relation[]>
  /** Returns those of `resources` that are the child or the parent of a relation, each once, in any order. */
  known(environment: string, resources: readonly string[]): Promise<readonly string[]>
  /**
   * Finds children and parents of relations by name, in every environment. The letters A to Z of a stored name are
   * converted to lower case. A resource is found if this name is one of `names` or begins with one of `prefixes`. The
   * result lists each resource once, in any order. If there are more than `limit` such resources, or if very many
   * relations name them, some are left out. The time does not grow with the number of other names.
   */
  namedLike(
    like: { readonly names: readonly string[]; readonly prefixes: readonly string[] },
    limit: number,
  ): Promise<readonly ResourceKey[]>
  /** Default order: environment, resource and parent, each by code point, then id. */
  list(query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Promise<Page<Relation>>
  /**
   * The first `limit` relations that come after `last` in the default order. `last` itself does not have to be stored.
   * If `last` is `undefined`, the result begins with the first relation. Reading all relations this way, in a snapshot,
   * takes time linear in their number.
   */
  after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]>
  /** The stored relations among `keys`, in any order. */
  find(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /** Every relation with this source and one of these sourceRefs, in any order. */
  bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]>
  /**
   * Adds new relations and replaces each stored relation with `mergeRelation(stored, arrived)`, atomically. No two
   * relations of a call may have the same key; `foldDrafts` merges such relations. If a stored relation has a stronger
   * source, only its updateTime changes. Such a relation counts as updated, too.
   */
  upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }>
  /**
   * Changes sourceRef and updateTime of the given relations. If a relation no longer has the source `source`, it does
   * not change: a stronger source may have replaced its source since the caller read the relation.
   */
  setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void>
  /** Removes a relation and returns it; `undefined` if it did not exist. */
  delete(id: string): Promise<Relation | undefined>
  /**
   * Removes the given relations. If a relation no longer has the source `source`, it is not removed; see
   * {@link setSourceRef}.
   */
  deleteMany(source: RelationSource, ids: readonly string[]): Promise<void>
  /** Removes the selected relations and returns their number. */
  deleteOf(selection: RelationsOf): Promise<number>
}
