import type { ListFilter, ListSort } from '../list-columns.js'
import type { Filters, ListQuery, Page } from '../page.js'
import type { Precedence, Relation, RelationDraft, RelationKey, ResourceKey } from '../relation/relation.js'
import type { DeclaredRelation, RelationClaim } from '../relation/relation-claim.js'
import type { RelationSource } from '../relation/relation-source.js'
import type { NeighborLookup } from '../relation/walk.js'

/** Selects the relations that have `resource` as the child and that match all other given fields. */
export type RelationsOf = ResourceKey & {
  readonly [Name in 'parent' | 'source' | 'sourceRef']?: NonNullable<Relation[Name]> | undefined
}

/**
 * Selects relations whose updateTime is before the time `before`, and that have no claim of one of the `lasting`
 * sources.
 */
export interface StaleRelations {
  readonly before: string
  readonly lasting: readonly RelationSource[]
}

/** Selects relations that match all filters, and that are stale if `stale` is given. */
export interface RelationChoice {
  readonly filters: Filters<ListFilter<'relations'>>
  readonly stale?: StaleRelations | undefined
}

/** Which relations have changed since an earlier call of {@link RelationStore.changedSince}. */
export interface ChangedRelations {
  /** Pass it to the next call of `changedSince`. */
  readonly position: string
  /**
   * The environments of the relations that were added, changed or removed, each once, in any order; `undefined` = the
   * store can no longer tell what has changed.
   */
  readonly environments: readonly string[] | undefined
}

export interface RelationStore extends NeighborLookup {
  /**
   * The relations that have `resource` as the child (`parents`), and the relations that have `resource` as the parent
   * (`children`), in any order. Both lists show the same state of the data, also outside of a snapshot.
   */
  around(
    environment: string,
    resource: string,
  ): Promise<{ parents: readonly Relation[]; children: readonly Relation[] }>
  /**
   * Every relation that has one of `resources` as the child or the parent, each once, in any order. Costs one
   * statement.
   */
  touching(environment: string, resources: readonly string[]): Promise<readonly Relation[]>
  /** Returns those of `resources` that are the child or the parent of a relation, each once, in any order. */
  known(environment: string, resources: readonly string[]): Promise<readonly string[]>
  /**
   * Finds resources by name, in every environment, among the children and parents of relations. A resource is found if
   * its name, with the letters A to Z in lower case, is one of `names` or begins with one of `prefixes`. The result
   * contains each resource once, in any order. If there are more than `limit` such resources, or if very many relations
   * name them, some are left out. The time does not depend on the number of resources with other names.
   */
  namedLike(
    like: { readonly names: readonly string[]; readonly prefixes: readonly string[] },
    limit: number,
  ): Promise<readonly ResourceKey[]>
  /**
   * Finds out in which environments relations have changed. Costs one short statement. The result contains every such
   * environment. It may also contain an environment that an earlier call has already returned, or one whose relations
   * were changed and changed back.
   *
   * @param position the position that an earlier call has returned; `undefined` = the caller needs only the current
   *   position, and the result names no environment
   */
  changedSince(position: string | undefined): Promise<ChangedRelations>
  /** Default order: environment, resource and parent, each by code point, then id. */
  list(
    query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>,
    stale?: StaleRelations,
  ): Promise<Page<Relation>>
  read(id: string): Promise<Relation | undefined>
  /**
   * The first `limit` relations that come after `last` in the default order. `choice` selects relations; without it,
   * all relations count. `last` itself does not have to be stored. If `last` is `undefined`, the result begins with the
   * first relation. In a snapshot, reading all relations in this way takes time linear in their number.
   */
  after(last: RelationKey | undefined, limit: number, choice?: RelationChoice): Promise<readonly Relation[]>
  /** The stored relations among `keys`, in any order. */
  find(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /**
   * Like {@link find}. In a transaction, also locks these relations and their claims: no other transaction can change
   * them until the transaction ends.
   */
  lock(keys: readonly RelationKey[]): Promise<readonly Relation[]>
  /** Those of `ids` that are ids of stored relations, in any order. */
  takenIds(ids: readonly string[]): Promise<readonly string[]>
  /** All claims of the stored relations among `keys`, in any order. */
  claims(keys: readonly RelationKey[]): Promise<readonly RelationClaim[]>
  /** Every claim of this source with one of these sourceRefs, in any order. */
  claimsBy(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly RelationClaim[]>
  /**
   * The claims that the relations in `named` replace, in any order: the replaceable claims of the source `event` that
   * have the same environment, resource and sourceRef as one of `named`, but another parent.
   */
  replacedBy(named: readonly (RelationKey & { readonly sourceRef: string })[]): Promise<readonly RelationClaim[]>
  /**
   * Stores declared relations and their claims, atomically. Each declared relation is one claim, stored as
   * `claimOf(relation, stored claim)`. A relation that is not stored yet is added. A stored relation becomes
   * `mergeRelation(stored, arrived, precedence)`, and counts as updated even if a stronger source leaves it unchanged.
   * Several sources may declare the same relation in one call: these items must be adjacent, are applied one after
   * another, and count once (`foldStated`). No two items of a call may be the same claim.
   */
  upsert(stated: readonly DeclaredRelation[], precedence?: Precedence): Promise<{ inserted: number; updated: number }>
  /**
   * Stores claims of stored relations unchanged. A claim replaces the stored claim of the same relation, source and
   * sourceRef.
   */
  keepClaims(claims: readonly RelationClaim[]): Promise<void>
  /**
   * Removes claims, atomically. A relation whose source and sourceRef are those of a removed claim becomes
   * `uncover(relation, its other claims, now)`, or is removed if this is `undefined`. All other relations stay as they
   * are. Unknown claims are ignored. Returns how many relations were removed, and how many now show another claim.
   */
  withdraw(claims: readonly RelationDraft[], now: string): Promise<{ removed: number; updated: number }>
  /** Removes a relation with its claims, and returns it; `undefined` if it did not exist. */
  delete(id: string): Promise<Relation | undefined>
  /** Removes the selected relations with their claims, and returns their number. */
  deleteOf(selection: RelationsOf): Promise<number>
}
