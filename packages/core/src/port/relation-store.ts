import type { ListFilter, ListSort } from '../list-columns.js'
import type { Filters, ListQuery, Page } from '../page.js'
import type { Precedence, Relation, RelationDraft, RelationKey, ResourceKey } from '../relation/relation.js'
import type { RelationClaim, StatedRelation } from '../relation/relation-claim.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { NeighborLookup } from '../relation/walk.js'

/** Selects the relations that have `resource` as the child and that match all other given fields. */
export type RelationsOf = ResourceKey & {
  readonly [Name in 'parent' | 'source' | 'sourceRef']?: NonNullable<Relation[Name]> | undefined
}

/** Selects relations whose updateTime is before this time, and none of whose claims has one of the `lasting` sources. */
export interface StaleRelations {
  readonly before: string
  readonly lasting: readonly RelationSource[]
}

/** Selects relations that match all filters, and that are stale if `stale` is given. */
export interface RelationChoice {
  readonly filters: Filters<ListFilter<'relations'>>
  readonly stale?: StaleRelations | undefined
}

/** Which relations have changed since an earlier look. */
export interface ChangedRelations {
  /** Pass it to the next call of `changedSince`. */
  readonly position: string
  /**
   * The environments of the relations that were added, changed or removed, each once, in any order; `undefined` = the
   * store does not know any more what has changed since the earlier look.
   */
  readonly environments: readonly string[] | undefined
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
  /**
   * Finds out in which environments relations have changed. Costs one short statement. It may name an environment again
   * that an earlier call has named, or one whose relations are the same again; it leaves none out.
   *
   * @param position the position that an earlier call has returned; `undefined` = only the position is needed, and no
   *   environment is named
   */
  changedSince(position: string | undefined): Promise<ChangedRelations>
  /** Default order: environment, resource and parent, each by code point, then id. */
  list(
    query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>,
    stale?: StaleRelations,
  ): Promise<Page<Relation>>
  read(id: string): Promise<Relation | undefined>
  /**
   * The first `limit` relations that come after `last` in the default order, of all relations or of the chosen ones.
   * `last` itself does not have to be stored. If `last` is `undefined`, the result begins with the first relation.
   * Reading all relations this way, in a snapshot, takes time linear in their number.
   */
  after(last: RelationKey | undefined, limit: number, choice?: RelationChoice): Promise<readonly Relation[]>
  /** The stored relations among `keys`, in any order. */
  find(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /**
   * Like {@link find}. In a transaction, no other caller changes these relations and their claims until the transaction
   * ends.
   */
  lock(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /** Those of `ids` that stored relations have, in any order. */
  takenIds(ids: readonly string[]): Promise<readonly string[]>
  /** All claims of the stored relations among `keys`, in any order. */
  claims(keys: readonly RelationKey[]): Promise<readonly RelationClaim[]>
  /** Every claim of this source with one of these sourceRefs, in any order. */
  claimsBy(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly RelationClaim[]>
  /**
   * The replaceable claims of the source `event` which have environment, resource and sourceRef of one of `named`, but
   * not its parent; in any order.
   */
  replacedBy(named: readonly (RelationKey & { readonly sourceRef: string })[]): Promise<readonly RelationClaim[]>
  /**
   * Stores what sources state, atomically: each relation is a claim of its source, with `claimOf(relation, stored
   * claim)`. Adds new relations and replaces each stored relation with `mergeRelation(stored, arrived, precedence)`. A
   * relation that a stronger source keeps counts as updated, too. Several sources may state the same relation in one
   * call: such relations stand next to each other and arrive one after the other, and count once (`foldStated`). No two
   * relations of a call may be the same claim.
   */
  upsert(stated: readonly StatedRelation[], precedence?: Precedence): Promise<{ inserted: number; updated: number }>
  /** Stores claims of stored relations as they are. Replaces those with the same source and sourceRef. */
  keepClaims(claims: readonly RelationClaim[]): Promise<void>
  /**
   * Removes claims, atomically. A relation whose source and sourceRef are those of a removed claim becomes
   * `uncover(relation, its other claims, now)`; if this is `undefined`, the relation is removed. All other relations do
   * not change. Unknown claims are ignored. Returns how many relations were removed, and how many show another claim.
   */
  withdraw(claims: readonly RelationDraft[], now: string): Promise<{ removed: number; updated: number }>
  /** Removes a relation with its claims, and returns it; `undefined` if it did not exist. */
  delete(id: string): Promise<Relation | undefined>
  /** Removes the selected relations with their claims, and returns their number. */
  deleteOf(selection: RelationsOf): Promise<number>
}
