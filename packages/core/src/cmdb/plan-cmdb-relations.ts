import type { ChangeSet } from '../change-set.js'
import { compareNames } from '../name.js'
import {
  compareKeys,
  type Relation,
  type RelationDraft,
  type RelationKey,
  relationKey,
  resourceKey,
} from '../relation/relation.js'
import { rankOf } from '../relation/relation-source.js'
import { eachInSteps, type Steps } from '../steps.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { RemovalReach } from './removal-reach.js'

/**
 * The change of a relation in one of two cases: another source stated the relation before this import, or the relation
 * replaces stored relations to other parents.
 */
export interface RelationUpdate {
  /** The relation that the record states. */
  readonly stated: RelationDraft
  /**
   * The stored relation, of any source, between the two resources of `stated`; `undefined` if there is no such
   * relation.
   */
  readonly stored: Relation | undefined
  /**
   * The relation to store; `undefined` if a stronger source already states this relation. In that case, the update only
   * removes `replaced`.
   */
  readonly put: RelationDraft | undefined
  /** The stored relation of this source from the resource to a former parent, if there is one. It is removed. */
  readonly replaced: readonly Relation[]
}

/**
 * The changes of relations by an import (rules.md#cmdb-relations). Each parent of a record counts once: as created,
 * updated or unchanged.
 */
export interface RelationChanges extends ChangeSet<RelationDraft, RelationUpdate, Relation> {
  /** What the file states about the `unchanged` relations. Storing it again changes only `updateTime`. */
  readonly confirm: readonly RelationDraft[]
}

/**
 * The keys of the relations that a file states. The caller reads the stored relations with these keys and passes them
 * to the planner.
 */
export function wantedRelations(records: readonly CmdbRecord[]): readonly RelationKey[] {
  return records.flatMap(({ environment, resource, parents }) =>
    parents.map((parent) => ({ environment, resource, parent })),
  )
}

/**
 * Plans the relations that one CMDB states in its file. The parents of a record are all parents that the CMDB knows: each
 * former parent gives way to a new one, or is removed (rules.md#cmdb-relations-2). A stored relation of a stronger source does not change. A stored relation that another
 * CMDB stated now belongs to this CMDB, because the latest of two sources with the same rank wins
 * (rules.md#relation-ranking-3).
 *
 * @param stored all stored relations of this CMDB, and the stored relations whose keys {@link wantedRelations} returns,
 *   whatever their source is. A relation may be listed twice
 */
export function* planCmdbRelations(
  records: readonly CmdbRecord[],
  stored: readonly Relation[],
  { source, reach }: Pick<CmdbImportOptions, 'source'> & { readonly reach: RemovalReach },
): Steps<RelationChanges> {
  const planning = new RelationPlanning(source)
  yield* eachInSteps(stored, AT_ONCE, (relation) => planning.know(relation))
  yield* eachInSteps(records, AT_ONCE, (record) => planning.add(record))
  const { create, update, remove, confirm, unspoken } = planning
  return {
    ...{ create, update, confirm, unchanged: confirm.length },
    remove: reach.isEmpty ? remove : [...remove, ...unspoken.filter((relation) => reach.covers(relation))],
  }
}

/** Planning this many relations takes a few milliseconds. */
const AT_ONCE = 5_000

class RelationPlanning {
  readonly create: RelationDraft[] = []
  readonly update: RelationUpdate[] = []
  /** Relations to parents that a resource has no longer, beside its new ones. */
  readonly remove: Relation[] = []
  readonly confirm: RelationDraft[] = []
  readonly #known = new Map<string, Relation>()
  /** The relations of this source, by their resource. */
  readonly #own = new Map<string, Relation[]>()

  constructor(readonly source: string) {}

  /** Adds a stored relation. Adding the same relation twice has no further effect. */
  know(relation: Relation): void {
    const key = relationKey(relation)
    if (this.#known.has(key)) return
    this.#known.set(key, relation)
    if (relation.source !== 'cmdb' || relation.sourceRef !== this.source) return
    const child = resourceKey(relation)
    const known = this.#own.get(child)
    if (known === undefined) this.#own.set(child, [relation])
    else known.push(relation)
  }

  /** Relations of this source whose resource has no parent in the file. */
  get unspoken(): readonly Relation[] {
    return [...this.#own.values()].flat()
  }

  add(record: CmdbRecord): void {
    if (record.parents.length === 0) return
    const former = this.#takeFormer(record)
    const stated = new Set(record.parents)
    const before = new Set(former.map(({ parent }) => parent))
    // Sorted, so that the order of the file and of the store does not matter.
    const gone = former.filter(({ parent }) => !stated.has(parent)).sort(compareKeys)
    const ordered = record.parents.length > 1 ? record.parents.toSorted(compareNames) : record.parents
    let at = 0
    for (const parent of ordered) {
      const replaced = before.has(parent) ? undefined : gone[at++]
      this.#addRelation(record, parent, replaced === undefined ? NONE : [replaced])
    }
    for (const relation of gone.slice(at)) this.remove.push(relation)
  }

  #addRelation({ environment, resource }: CmdbRecord, parent: string, replaced: readonly Relation[]): void {
    const same = this.#known.size === 0 ? undefined : this.#known.get(relationKey({ environment, resource, parent }))
    const isHeld = same !== undefined && isKept(same, this.source)
    const draft: RelationDraft = { environment, resource, parent, source: 'cmdb', sourceRef: this.source }
    if (same === undefined && replaced.length === 0) this.create.push(draft)
    else if (isHeld && replaced.length === 0) this.confirm.push(draft)
    else this.update.push({ stated: draft, stored: same, put: isHeld ? undefined : draft, replaced })
  }

  /** Takes the relations of the record's resource. In the end, relations of resources without a parent in the file are left. */
  #takeFormer(record: CmdbRecord): readonly Relation[] {
    if (this.#own.size === 0) return NONE
    const key = resourceKey(record)
    const former = this.#own.get(key) ?? NONE
    this.#own.delete(key)
    return former
  }
}

/** Collects the relations that a plan adds and the relations that it removes. */
export function relationWrites({ create, update, remove, confirm }: RelationChanges) {
  return {
    /**
     * Relations to add or to confirm. They replace stored relations with the same key, except those of a stronger
     * source, of which only `updateTime` changes (`mergeRelation`).
     */
    put: [...create, ...update.flatMap(({ put }) => put ?? []), ...confirm] as readonly RelationDraft[],
    /**
     * Relations that the file no longer states. The import deletes them before it adds relations. If a topology has an
     * edge for such a relation, the import then stores the relation again, with the source `topology` (`planHandOver`).
     */
    remove: [...update.flatMap(({ replaced }) => replaced), ...remove] as readonly Relation[],
  }
}

/**
 * True if the stored relation shows this source or a stronger source already. The import then only confirms it.
 */
function isKept(stored: Relation, source: string): boolean {
  return stored.source === 'cmdb' ? stored.sourceRef === source : rankOf(stored.source) < rankOf('cmdb')
}

const NONE: readonly Relation[] = []
