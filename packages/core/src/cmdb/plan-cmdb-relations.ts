import type { ChangeSet } from '../change-set.js'
import { addToList } from '../group-by.js'
import { compareNames } from '../name.js'
import {
  compareKeys,
  type Relation,
  type RelationDraft,
  type RelationKey,
  relationKey,
  resourceKey,
} from '../relation/relation.js'
import type { RelationClaim } from '../relation/relation-claim.js'
import { eachInSteps, type Steps } from '../steps.js'
import { ClaimWithdrawal, keepsSource } from './claim-withdrawal.js'
import type { DeclaredParents } from './cmdb-record.js'
import type { DeclarationRules } from './removal-scope.js'

/**
 * The change of a relation. There are three cases: the relation shows this CMDB instead of a weaker source; it replaces
 * a stored relation to another parent; or this CMDB withdraws it, so that it shows another source.
 */
export interface RelationUpdate {
  /** What the relation shows after the import. */
  readonly shown: RelationDraft
  /** The stored relation, of any source; `undefined` if there is no such relation. */
  readonly stored: Relation | undefined
  /** What the record declares; `undefined` if this CMDB withdraws the relation. */
  readonly put: RelationDraft | undefined
  /** The relation to a former parent that this relation replaces, or none. It is removed. */
  readonly replaced: readonly Relation[]
}

/**
 * The changes of relations by an import (rules.md#cmdb-relations). Each parent of a record counts once, as created,
 * updated or unchanged.
 */
export interface RelationChanges extends ChangeSet<RelationDraft, RelationUpdate, Relation> {
  /**
   * What the file declares about the `unchanged` relations. Storing it changes only the `updateTime` of a relation, and
   * renews the claim of this CMDB.
   */
  readonly confirm: readonly RelationDraft[]
  /** The relations that this CMDB no longer declares, including those that stay because other sources declare them. */
  readonly withdraw: readonly RelationKey[]
  /** The number of relations that this CMDB declared before. */
  readonly claimed: number
  readonly claims: Omit<ClaimChanges, 'update'>
}

/**
 * How many relations and nodes stay as they are although the claims on them change: this CMDB begins to state them
 * (`create`), states other values of a node (`update`), or states them no longer (`remove`). The other counters count
 * them as unchanged, or not at all.
 */
export interface ClaimChanges {
  readonly create: number
  readonly update: number
  readonly remove: number
}

/**
 * The keys of the relations that a file declares. The caller reads the stored relations with these keys and passes them
 * to the planner.
 */
export function keysOfRecords(records: readonly DeclaredParents[]): readonly RelationKey[] {
  return records.flatMap(({ environment, resource, parents }) =>
    parents.map((parent) => ({ environment, resource, parent })),
  )
}

/**
 * Plans the relations of one CMDB. If records declare all parents of their resources, each former parent is replaced by
 * a new one or withdrawn (rules.md#cmdb-relations-2). A relation that shows a source at least as strong as `cmdb` keeps
 * showing it. A withdrawn relation stays if another source declares it too (rules.md#relation-claims).
 */
export function* planCmdbRelations(
  records: readonly DeclaredParents[],
  { relations: stored, claims }: StoredGraph,
  rules: DeclarationRules,
): Steps<RelationChanges> {
  const planner = new RelationPlanner(rules, claims)
  yield* eachInSteps(stored, RELATIONS_AT_ONCE, (relation) => planner.addStored(relation))
  yield* eachInSteps(records, RELATIONS_AT_ONCE, (record) => planner.addRecord(record))
  planner.withdrawUnmentioned()
  const { create, update, remove, confirm, withdraw, claimed, claims: changedClaims } = planner
  return { create, update, confirm, unchanged: confirm.length, withdraw, remove, claimed, claims: changedClaims }
}

/** The stored relations and claims before an import. */
export interface StoredGraph {
  /** The stored relations that this CMDB claims, and those whose keys {@link keysOfRecords} returns. */
  readonly relations: readonly Relation[]
  /** All claims of this CMDB, and all claims of the relations that `withdrawableClaims` returns. */
  readonly claims: readonly RelationClaim[]
}

/** Planning yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 5_000

class RelationPlanner {
  readonly create: RelationDraft[] = []
  readonly update: RelationUpdate[] = []
  /** Relations to former parents that no relation to a new parent replaces. */
  readonly remove: Relation[] = []
  readonly confirm: RelationDraft[] = []
  readonly withdraw: RelationKey[] = []
  readonly claims = { create: 0, remove: 0 }
  readonly #stored = new Map<string, Relation>()
  /** The relations that this source claims, by `resourceKey`, except those of records that were added. */
  readonly #claimed = new Map<string, Relation[]>()

  readonly #claims: ClaimWithdrawal

  constructor(
    readonly rules: DeclarationRules,
    claims: readonly RelationClaim[],
  ) {
    this.#claims = new ClaimWithdrawal(rules.source, claims, rules.remainingEdges)
  }

  get claimed(): number {
    return this.#claims.claimedCount
  }

  /** Adds a stored relation. Adding the same relation twice has no further effect. */
  addStored(relation: Relation): void {
    const key = relationKey(relation)
    if (this.#stored.has(key)) return
    this.#stored.set(key, relation)
    if (this.#claims.isClaimed(relation)) addToList(this.#claimed, resourceKey(relation), relation)
  }

  /** Withdraws the relations of resources that have no parents in the file, as far as the import may remove them. */
  withdrawUnmentioned(): void {
    const { removalScope } = this.rules
    if (!removalScope.coversAnyRelation) return
    const claimedRelations = [...this.#claimed.values()].flat()
    const withdrawn = claimedRelations.filter((relation) =>
      removalScope.coversRelation(relation, this.#claims.lastTimeOf(relation)),
    )
    for (const relation of this.withdrawAll(withdrawn.sort(compareKeys))) this.remove.push(relation)
  }

  addRecord(record: DeclaredParents): void {
    if (record.parents.length === 0) return
    const former = this.#takeClaimed(record)
    const declaredParents = new Set(record.parents)
    const before = new Set(former.map(({ parent }) => parent))
    const unstated = former.filter(({ parent }) => !declaredParents.has(parent))
    // The relations are sorted, so that the plan does not depend on the order of the file or of the store.
    const removable = this.withdrawAll(unstated.filter((relation) => this.#mayWithdraw(relation)).sort(compareKeys))
    const ordered = record.parents.length > 1 ? record.parents.toSorted(compareNames) : record.parents
    let at = 0
    for (const parent of ordered) {
      const isClaimed = before.has(parent)
      const replaced = isClaimed ? undefined : removable[at++]
      const isConfirmed = this.#addRelation(record, parent, replaced === undefined ? NO_RELATIONS : [replaced])
      if (isConfirmed && !isClaimed) this.claims.create++
    }
    for (const relation of removable.slice(at)) this.remove.push(relation)
  }

  /** True if the import may withdraw the relation to a parent that the record of the resource does not declare. */
  #mayWithdraw(relation: Relation): boolean {
    const { statesAllParents, removalScope } = this.rules
    return statesAllParents || removalScope.coversRelation(relation, this.#claims.lastTimeOf(relation))
  }

  /** Returns true if the relation looks the same as before. */
  #addRelation({ environment, resource }: DeclaredParents, parent: string, replaced: readonly Relation[]): boolean {
    const stored =
      this.#stored.size === 0 ? undefined : this.#stored.get(relationKey({ environment, resource, parent }))
    const keepsShownSource = stored !== undefined && keepsSource(stored)
    const draft: RelationDraft = { environment, resource, parent, source: 'cmdb', sourceRef: this.rules.source }
    const isConfirmed = keepsShownSource && replaced.length === 0
    if (stored === undefined && replaced.length === 0) this.create.push(draft)
    else if (isConfirmed) this.confirm.push(draft)
    else this.update.push({ shown: keepsShownSource ? stored : draft, stored: stored, put: draft, replaced })
    return isConfirmed
  }

  /** Withdraws relations, and returns those that no other source declares. */
  withdrawAll(relations: readonly Relation[]): readonly Relation[] {
    return relations.filter((relation) => {
      this.withdraw.push(relation)
      const effect = this.#claims.effectOn(relation)
      if (effect === 'hidden') this.claims.remove++
      else if (effect !== 'gone') {
        this.update.push({ shown: effect, stored: relation, put: undefined, replaced: NO_RELATIONS })
      }
      return effect === 'gone'
    })
  }

  /** Removes and returns the relations that this source claims for the resource of a record. */
  #takeClaimed(record: DeclaredParents): readonly Relation[] {
    if (this.#claimed.size === 0) return NO_RELATIONS
    const key = resourceKey(record)
    const former = this.#claimed.get(key) ?? NO_RELATIONS
    this.#claimed.delete(key)
    return former
  }
}

/** The relations that an import adds, updates or confirms. */
export function declaredRelations({ create, update, confirm }: RelationChanges): readonly RelationDraft[] {
  return [...create, ...update.flatMap(({ put }) => put ?? []), ...confirm]
}

const NO_RELATIONS: readonly Relation[] = []
