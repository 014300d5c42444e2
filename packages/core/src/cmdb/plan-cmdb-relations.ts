import type { ChangeSet } from '../change-set.js'
import { type Relation, type RelationDraft, type RelationKey, relationKey, resourceKey } from '../relation/relation.js'
import { rankOf } from '../relation/relation-source.js'
import type { CmdbImportOptions } from './cmdb-import-options.js'
import type { CmdbRecord } from './cmdb-record.js'

/** A relation that changes: another source stated it, or it takes the place of the resource's former parents. */
export interface RelationUpdate {
  /** What the record states. */
  readonly stated: RelationDraft
  /** What is stored of the same two resources, whoever states it. */
  readonly stored: Relation | undefined
  /** To be stored; `undefined` when a stronger source states the same, so that only `replaced` has to go. */
  readonly put: RelationDraft | undefined
  /** What this source said of the resource before. */
  readonly replaced: readonly Relation[]
}

/**
 * What an import changes among the relations (rules.md#cmdb-relations). Each record with a parent
 * counts once: as created, updated or unchanged.
 */
export type RelationChanges = ChangeSet<RelationDraft, RelationUpdate, Relation>

/** The relations that a file states: whoever plans its import wants to know which of them are stored. */
export function wantedRelations(records: readonly CmdbRecord[]): readonly RelationKey[] {
  return records.flatMap(({ environment, resource, parent }) =>
    parent === null ? [] : [{ environment, resource, parent }],
  )
}

/**
 * Plans the relations: source `cmdb`, one parent per resource and source (rules.md#cmdb-relations-2). What a stronger
 * source states stays its own and counts as unchanged; what another CMDB source states becomes this one's, as equals
 * replace each other (rules.md#relation-ranking-3).
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

  /** What this source has said of resources to which no record gives a parent. */
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

/** What a plan writes, as a store takes it. */
export function relationWrites({ create, update, remove }: RelationChanges) {
  return {
    /** To be added, or to replace what is stored. */
    put: [...create, ...update.flatMap(({ put }) => put ?? [])] as readonly RelationDraft[],
    /**
     * To be removed first. A topology that draws one of them draws it still: it becomes the topology's
     * (rules.md#cmdb-relations-6).
     */
    remove: [...update.flatMap(({ replaced }) => replaced), ...remove] as readonly Relation[],
  }
}

/** Whether nothing has to be written: this source or a stronger one states it. */
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

/** This source's relations of the resource to other parents; what is left in `own` is what no record speaks of. */
function takeFormer(record: CmdbRecord, own: Map<string, Relation[]>): readonly Relation[] {
  if (own.size === 0) return NONE
  const key = resourceKey(record)
  const former = own.get(key)
  if (former === undefined) return NONE
  own.delete(key)
  return former.filter(({ parent }) => parent !== record.parent)
}

const NONE: readonly Relation[] = []
