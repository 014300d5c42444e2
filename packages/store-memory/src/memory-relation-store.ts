import type { ListFilter, Relation, RelationSource } from '@opsgraph/core'
import {
  compareKeys,
  type Direction,
  inRankOrder,
  type ListQuery,
  type ListSort,
  mergeRelation,
  type Neighbors,
  type NewSourceRef,
  type Page,
  type RelationKey,
  type RelationStore,
  type RelationsOf,
  relationKey,
  resourceKey,
} from '@opsgraph/core/store'
import { type Access, eachOf } from './access.js'
import { fieldCells, type ListColumns, listPage } from './list-page.js'
import { originKey, type Tables } from './tables.js'

/** Writing this many rows takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000

export class MemoryRelationStore implements RelationStore {
  readonly #tables: Tables
  readonly #access: Access

  constructor(tables: Tables, access: Access) {
    this.#tables = tables
    this.#access = access
  }

  around(
    environment: string,
    resource: string,
  ): Promise<{ parents: readonly Relation[]; children: readonly Relation[] }> {
    return this.#access(() => ({
      parents: this.#around('parents', environment, resource),
      children: this.#around('children', environment, resource),
    }))
  }

  known(environment: string, resources: readonly string[]): Promise<readonly string[]> {
    const isKnown = (resource: string) =>
      this.#around('parents', environment, resource).length > 0 ||
      this.#around('children', environment, resource).length > 0
    return this.#access(() => [...new Set(resources)].filter(isKnown))
  }

  /** Reads all relations. */
  namedLike(
    { names, prefixes }: { readonly names: readonly string[]; readonly prefixes: readonly string[] },
    limit: number,
  ): Promise<readonly Pick<Relation, 'environment' | 'resource'>[]> {
    const [wanted, beginnings] = [new Set(names), new Set(prefixes)]
    const lengths = [...new Set(prefixes.map(({ length }) => length))]
    const isNear = (name: string) => {
      const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      return wanted.has(folded) || lengths.some((length) => beginnings.has(folded.slice(0, length)))
    }
    const { relation } = this.#tables
    return this.#access.inSteps(function* () {
      const found = new Map<string, Pick<Relation, 'environment' | 'resource'>>()
      yield* eachOf(relation.rows(), ROWS_AT_ONCE, ({ environment, resource: child, parent }) => {
        if (found.size >= limit) return
        const near = [child, parent].filter(isNear)
        for (const resource of near) found.set(resourceKey({ environment, resource }), { environment, resource })
      })
      return [...found.values()].slice(0, limit)
    })
  }

  neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>> {
    return this.#access(
      () =>
        new Map(
          [...frontiers].map(([environment, names]) => [environment, this.#nextTo(direction, environment, names)]),
        ),
    )
  }

  list(query: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Promise<Page<Relation>> {
    return this.#access.inSteps(() => listPage(this.#candidates(query), query, COLUMNS))
  }

  after(last: RelationKey | undefined, limit: number): Promise<readonly Relation[]> {
    return this.#access(() => {
      const rows = this.#tables.relationInOrder.rows()
      const start = last === undefined ? 0 : countUpTo(rows, last)
      return rows.slice(start, start + limit)
    })
  }

  find(keys: readonly RelationKey[]): Promise<readonly Relation[]> {
    const { relationByKey } = this.#tables
    return this.#access.inSteps(function* () {
      const found = new Map<string, Relation>()
      yield* eachOf(keys, ROWS_AT_ONCE, (key) => {
        const row = relationByKey.findOne(relationKey(key))
        if (row !== undefined) found.set(row.id, row)
      })
      return [...found.values()]
    })
  }

  bySourceRefs(source: RelationSource, sourceRefs: readonly string[]): Promise<readonly Relation[]> {
    return this.#access(() =>
      [...new Set(sourceRefs)].flatMap((sourceRef) => this.#tables.relationByOrigin.find(originKey(source, sourceRef))),
    )
  }

  upsert(relations: readonly Relation[]): Promise<{ inserted: number; updated: number }> {
    const { relation, relationByKey } = this.#tables
    const arrivals = relations.map((sent) => ({ ...sent }))
    return this.#access.inSteps(function* () {
      let inserted = 0
      yield* eachOf(arrivals, ROWS_AT_ONCE, (arrived) => {
        const stored = relationByKey.findOne(relationKey(arrived))
        if (stored === undefined) inserted++
        relation.put(Object.freeze(stored === undefined ? arrived : mergeRelation(stored, arrived)))
      })
      return { inserted, updated: arrivals.length - inserted }
    })
  }

  setSourceRef(source: RelationSource, changes: readonly NewSourceRef[], updateTime: string): Promise<void> {
    const { relation } = this.#tables
    return this.#access.inSteps(() =>
      eachOf(changes, ROWS_AT_ONCE, ({ id, sourceRef }) => {
        const stored = relation.get(id)
        if (stored?.source === source) relation.put(Object.freeze({ ...stored, sourceRef, updateTime }))
      }),
    )
  }

  delete(id: string): Promise<Relation | undefined> {
    return this.#access(() => this.#tables.relation.remove(id))
  }

  deleteMany(source: RelationSource, ids: readonly string[]): Promise<void> {
    const { relation } = this.#tables
    return this.#access.inSteps(() =>
      eachOf(ids, ROWS_AT_ONCE, (id) => {
        if (relation.get(id)?.source === source) relation.remove(id)
      }),
    )
  }

  deleteOf(selection: RelationsOf): Promise<number> {
    const { relation, relationByChild } = this.#tables
    return this.#access.inSteps(function* () {
      const selected = relationByChild.find(resourceKey(selection)).filter(isSelected(selection))
      yield* eachOf(selected, ROWS_AT_ONCE, ({ id }) => void relation.remove(id))
      return selected.length
    })
  }

  #around(direction: Direction, environment: string, resource: string): readonly Relation[] {
    const { relationByChild, relationByParent } = this.#tables
    const index = direction === 'parents' ? relationByChild : relationByParent
    return index.find(resourceKey({ environment, resource }))
  }

  #nextTo(direction: Direction, environment: string, resources: readonly string[]): Neighbors {
    const end = END[direction]
    const found = resources.map((resource) => {
      const ranked = inRankOrder(this.#around(direction, environment, resource), end)
      return [resource, ranked.map((relation) => relation[end])] as const
    })
    return new Map(found.filter(([, names]) => names.length > 0))
  }

  /**
   * The rows among which a list searches. If the filter names exactly one child, with its environment, these are the
   * relations of this child; otherwise they are all relations.
   */
  #candidates({ filters }: ListQuery<ListFilter<'relations'>, ListSort<'relations'>>): Iterable<Relation> {
    const [environment, ...environments] = filters.environment ?? []
    const [resource, ...resources] = filters.resource ?? []
    const isOneChild = environments.length === 0 && resources.length === 0
    if (!isOneChild || environment === undefined || resource === undefined) return this.#tables.relation.rows()
    return this.#tables.relationByChild.find(resourceKey({ environment, resource }))
  }
}

/** For each direction, the field of a relation that names the neighbor. */
const END = { parents: 'parent', children: 'resource' } as const

const COLUMNS: ListColumns<Relation, ListFilter<'relations'>, ListSort<'relations'>> = {
  filter: fieldCells('environment', 'resource', 'parent', 'source', 'sourceRef'),
  sort: fieldCells('environment', 'resource', 'parent', 'source', 'sourceRef', 'createTime', 'updateTime'),
  compare: compareKeys,
}

/** The number of sorted rows up to this key, including the row with the key (binary search). */
function countUpTo(rows: readonly Relation[], key: RelationKey): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && compareKeys(row, key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function isSelected({ parent, source, sourceRef }: RelationsOf): (relation: Relation) => boolean {
  return (relation) =>
    (parent === undefined || relation.parent === parent) &&
    (source === undefined || relation.source === source) &&
    (sourceRef === undefined || relation.sourceRef === sourceRef)
}
