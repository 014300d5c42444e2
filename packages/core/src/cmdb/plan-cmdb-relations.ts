import type { ChangeSet } from '../change-set.js'
import { type Relation, type RelationDraft, type RelationKey, relationKey, resourceKey } from '../relation/relation.js'
import { rankOf } from '../relation/relation-source.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'

/** A relation that changes: another source stated it, or it replaces the resource's former parents. */
export interface RelationUpdate {
  /** The relation that the record states. */
  readonly stated: RelationDraft
  /** The stored relation between the same two resources, of any source. */
  readonly stored: Relation | undefined
  /** The relation to store; `undefined` if a stronger source states the same, so that only `replaced` is removed. */
  readonly put: RelationDraft | undefined
  /** The relations that this source stated for the resource before. */
  readonly replaced: readonly Relation[]
}

/**
 * The changes of relations by an import (rules.md#cmdb-relations). Each record with a parent counts once: as created,
 * updated or unchanged.
 */
export type RelationChanges = ChangeSet<RelationDraft, RelationUpdate, Relation>

/** The relations that a file states. The planner needs to know which of them are stored. */
export function wantedRelations(records: readonly CmdbRecord[]): readonly RelationKey[] {
  return records.flatMap(({ environment, resource, parent }) =>
    parent === null ? [] : [{ environment, resource, parent }],
  )
}

/**
 * Plans the relations of source `cmdb`. A resource has one parent per source (rules.md#cmdb-relations-2). A relation of
 * a stronger source stays as it is and counts as unchanged. A relation of another CMDB source is taken over, because a
 * source replaces one of the same rank (rules.md#relation-ranking-3).
 *
 * @param stored all relations of this source, and those among {@link wantedRelations}; may overlap
 */
export function planCmdbRelations(
  records: readonly CmdbRecord[],
  stored: readonly Relation[],
  { mode, source }: Pick<CmdbImportOptions, 'mode' | 'source'>,
): RelationChanges {
  const planning = new RelationPlanning(stored, source)
  for (const record of records) planning.add(record)
  const { create, update, unchanged, unspoken } = planning
  return { create, update, remove: mode === 'replace' ? unspoken : [], unchanged }
}

class RelationPlanning {
  readonly create: RelationDraft[] = []
  readonly update: RelationUpdate[] = []
  unchanged = 0
  readonly #known: ReadonlyMap<string, Relation>
  readonly #own: Map<string, Relation[]>

  constructor(
    stored: readonly Relation[],
    readonly source: string,
  ) {
    this.#known = new Map(stored.map((relation) => [relationKey(relation), relation]))
    this.#own = ownByChild(this.#known.values(), source)
  }

  /** Relations of this source for resources to which no record gives a parent. */
  get unspoken(): readonly Relation[] {
    return [...this.#own.values()].flat()
  }

  add(record: CmdbRecord): void {
    const { environment, resource, parent } = record
    if (parent === null) return
    const same = this.#known.size === 0 ? undefined : this.#known.get(relationKey({ environment, resource, parent }))
    const replaced = takeFormer(record, this.#own)
    const isHeld = same !== undefined && isKept(same, this.source)
    const draft: RelationDraft = { environment, resource, parent, source: 'cmdb', sourceRef: this.source }
    if (same === undefined && replaced.length === 0) this.create.push(draft)
    else if (isHeld && replaced.length === 0) this.unchanged++
    else this.update.push({ stated: draft, stored: same, put: isHeld ? undefined : draft, replaced })
  }
}

/** The writes of a plan, as a store takes them. */
export function relationWrites({ create, update, remove }: RelationChanges) {
  return {
    /** Relations to add, or to put in place of stored ones. */
    put: [...create, ...update.flatMap(({ put }) => put ?? [])] as readonly RelationDraft[],
    /**
     * Relations to remove before anything is added. If a topology still draws one of them, the relation is handed over
     * to the topology (rules.md#cmdb-relations-6).
     */
    remove: [...update.flatMap(({ replaced }) => replaced), ...remove] as readonly Relation[],
  }
}

/** True if nothing has to be written, because this source or a stronger one states it already. */
function isKept(stored: Relation, source: string): boolean {
  return stored.source === 'cmdb' ? stored.sourceRef === source : rankOf(stored.source) < rankOf('cmdb')
}

function ownByChild(relations: Iterable<Relation>, source: string): Map<string, Relation[]> {
  const own = new Map<string, Relation[]>()
  for (const relation of relations) {
    if (relation.source !== 'cmdb' || relation.sourceRef !== source) continue
    const key = resourceKey(relation)
    const known = own.get(key)
    if (known === undefined) own.set(key, [relation])
    else known.push(relation)
  }
  return own
}

/**
 * Removes from `own` the relations of this resource to other parents, and returns them. In the end, `own` holds what no
 * record mentions.
 */
function takeFormer(record: CmdbRecord, own: Map<string, Relation[]>): readonly Relation[] {
  if (own.size === 0) return NONE
  const key = resourceKey(record)
  const former = own.get(key)
  if (former === undefined) return NONE
  own.delete(key)
  return former.filter(({ parent }) => parent !== record.parent)
}

const NONE: readonly Relation[] = []
