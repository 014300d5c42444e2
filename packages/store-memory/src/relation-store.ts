import type { Filters, ListFilter, Relation } from '@opsgraph/core'
import {
  compareKeys,
  type Direction,
  inRankOrder,
  type ListSort,
  mergeRelation,
  type Neighbors,
  type RelationStore,
  type RelationsOf,
  relationKey,
  resourceKey,
} from '@opsgraph/core/store'
import { type Access, eachOf } from './access.js'
import { countUpTo, type ListColumns, listPage } from './list-page.js'
import { originKey, type Tables } from './tables.js'

/** Writing this many rows takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000

export function relationStore(tables: Tables, access: Access): RelationStore {
  return { ...resources(tables, access), ...lists(tables, access), ...writes(tables, access) }
}

/** The calls that find resources and their neighbors. */
function resources(tables: Tables, access: Access) {
  const index = { parents: tables.relationByChild, children: tables.relationByParent }
  const around = (direction: Direction, environment: string, resource: string) =>
    index[direction].find(resourceKey({ environment, resource }))
  return {
    around: (environment, resource) =>
      access(() => ({
        parents: around('parents', environment, resource),
        children: around('children', environment, resource),
      })),
    touching: (environment, names) =>
      access(() => {
        const found = names.flatMap((name) => [
          ...around('parents', environment, name),
          ...around('children', environment, name),
        ])
        return [...new Set(found)]
      }),
    known: (environment, names) => {
      const isStored = (name: string) =>
        around('parents', environment, name).length > 0 || around('children', environment, name).length > 0
      return access(() => [...new Set(names)].filter(isStored))
    },
    /** Reads all relations. */
    namedLike: ({ names, prefixes }, limit) => {
      const [wanted, beginnings] = [new Set(names), new Set(prefixes)]
      const lengths = [...new Set(prefixes.map(({ length }) => length))]
      const isNear = (name: string) => {
        const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        return wanted.has(folded) || lengths.some((length) => beginnings.has(folded.slice(0, length)))
      }
      return access.inSteps(function* () {
        const found = new Map<string, Pick<Relation, 'environment' | 'resource'>>()
        yield* eachOf(tables.relation.rows(), ROWS_AT_ONCE, ({ environment, resource: child, parent }) => {
          if (found.size >= limit) return
          const near = [child, parent].filter(isNear)
          for (const resource of near) found.set(resourceKey({ environment, resource }), { environment, resource })
        })
        return [...found.values()].slice(0, limit)
      })
    },
    neighbors: (direction, frontiers) => {
      const end = END[direction]
      const nextTo = (environment: string, names: readonly string[]): Neighbors => {
        const found = names.map((name) => {
          const ranked = inRankOrder(around(direction, environment, name), end)
          return [name, ranked.map((relation) => relation[end])] as const
        })
        return new Map(found.filter(([, neighbors]) => neighbors.length > 0))
      }
      return access(
        () => new Map(Array.from(frontiers, ([environment, names]) => [environment, nextTo(environment, names)])),
      )
    },
  } satisfies Partial<RelationStore>
}

function lists(tables: Tables, access: Access) {
  const { relationInOrder, relationByKey, relationByOrigin } = tables
  return {
    list: (query) => access.inSteps(() => listPage(candidates(tables, query.filters), query, COLUMNS)),
    after: (last, limit) =>
      access(() => {
        const rows = relationInOrder.rows()
        const start = last === undefined ? 0 : countUpTo(rows, (row) => compareKeys(row, last) <= 0)
        return rows.slice(start, start + limit)
      }),
    find: (keys) =>
      access.inSteps(function* () {
        const found = new Map<string, Relation>()
        yield* eachOf(keys, ROWS_AT_ONCE, (key) => {
          const row = relationByKey.findOne(relationKey(key))
          if (row !== undefined) found.set(row.id, row)
        })
        return [...found.values()]
      }),
    bySourceRefs: (source, sourceRefs) =>
      access(() =>
        [...new Set(sourceRefs)].flatMap((sourceRef) => relationByOrigin.find(originKey(source, sourceRef))),
      ),
  } satisfies Partial<RelationStore>
}

function writes({ relation, relationByKey, relationByChild }: Tables, access: Access) {
  return {
    upsert: (relations) => {
      const arrivals = relations.map((sent) => ({ ...sent }))
      return access.inSteps(function* () {
        let inserted = 0
        yield* eachOf(arrivals, ROWS_AT_ONCE, (arrived) => {
          const stored = relationByKey.findOne(relationKey(arrived))
          if (stored === undefined) inserted++
          relation.put(Object.freeze(stored === undefined ? arrived : mergeRelation(stored, arrived)))
        })
        return { inserted, updated: arrivals.length - inserted }
      })
    },
    setSourceRef: (source, changes, updateTime) =>
      access.inSteps(() =>
        eachOf(changes, ROWS_AT_ONCE, ({ id, sourceRef }) => {
          const stored = relation.get(id)
          if (stored?.source === source) relation.put(Object.freeze({ ...stored, sourceRef, updateTime }))
        }),
      ),
    delete: (id) => access(() => relation.remove(id)),
    deleteMany: (source, ids) =>
      access.inSteps(() =>
        eachOf(ids, ROWS_AT_ONCE, (id) => {
          if (relation.get(id)?.source === source) relation.remove(id)
        }),
      ),
    deleteOf: (selection) =>
      access.inSteps(function* () {
        const selected = relationByChild.find(resourceKey(selection)).filter(isSelected(selection))
        yield* eachOf(selected, ROWS_AT_ONCE, ({ id }) => void relation.remove(id))
        return selected.length
      }),
  } satisfies Partial<RelationStore>
}

/**
 * The rows among which a list searches. If the filter names exactly one child, with its environment, these are the
 * relations of this child; otherwise they are all relations.
 */
function candidates(
  { relation, relationByChild }: Tables,
  filters: Filters<ListFilter<'relations'>>,
): Iterable<Relation> {
  const [environment, ...environments] = filters.environment ?? []
  const [resource, ...resources] = filters.resource ?? []
  const isOneChild = environments.length === 0 && resources.length === 0
  if (!isOneChild || environment === undefined || resource === undefined) return relation.rows()
  return relationByChild.find(resourceKey({ environment, resource }))
}

/** For each direction, the field of a relation that names the neighbor. */
const END = { parents: 'parent', children: 'resource' } as const

const COLUMNS: ListColumns<Relation, ListFilter<'relations'>, ListSort<'relations'>> = {
  filter: {},
  sort: {},
  compare: compareKeys,
}

function isSelected({ parent, source, sourceRef }: RelationsOf): (relation: Relation) => boolean {
  return (relation) =>
    (parent === undefined || relation.parent === parent) &&
    (source === undefined || relation.source === source) &&
    (sourceRef === undefined || relation.sourceRef === sourceRef)
}
