import type { Filters, ListFilter, Relation } from '@opsgraph/core'
import {
  claimKey,
  claimOf,
  compareKeys,
  type Direction,
  foldStated,
  inRankOrder,
  type ListSort,
  mergeRelation,
  type RelationClaim,
  type RelationStore,
  type RelationsOf,
  relationKey,
  resourceKey,
  uncover,
} from '@opsgraph/core/store'
import { forEachInSteps, type TableAccess } from './access.js'
import { buildFilterTest, firstRowsAfter, type ListColumns, listPage } from './list-page.js'
import { originKey, type Tables } from './tables.js'

type StaleRelations = NonNullable<Parameters<RelationStore['list']>[1]>

/** Maximum number of rows that one step writes, which takes a few milliseconds. */
const ROWS_AT_ONCE = 1_000

export function relationStore(tables: Tables, access: TableAccess): RelationStore {
  return { ...resourceMethods(tables, access), ...listMethods(tables, access), ...writeMethods(tables, access) }
}

/** The calls that find resources and their neighbors. */
function resourceMethods(tables: Tables, access: TableAccess) {
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
    changedSince: (position) =>
      access(() => {
        const { relationChanges } = tables
        const environments = position === undefined ? [] : relationChanges.keysSince(Number(position))
        return { position: String(relationChanges.count), environments }
      }),
    known: (environment, names) => {
      const isStored = (name: string) =>
        around('parents', environment, name).length > 0 || around('children', environment, name).length > 0
      return access(() => [...new Set(names)].filter(isStored))
    },
    /** Reads all relations, because no index has names in lower case. */
    namedLike: ({ names, prefixes }, limit) => {
      const [wanted, beginnings] = [new Set(names), new Set(prefixes)]
      const lengths = [...new Set(prefixes.map(({ length }) => length))]
      const isNear = (name: string) => {
        const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        return wanted.has(folded) || lengths.some((length) => beginnings.has(folded.slice(0, length)))
      }
      return access.inSteps(function* () {
        const found = new Map<string, Pick<Relation, 'environment' | 'resource'>>()
        yield* forEachInSteps(tables.relation.rows(), ROWS_AT_ONCE, ({ environment, resource: child, parent }) => {
          if (found.size >= limit) return
          const near = [child, parent].filter(isNear)
          for (const resource of near) found.set(resourceKey({ environment, resource }), { environment, resource })
        })
        return [...found.values()].slice(0, limit)
      })
    },
    neighbors: (direction, frontiers) => {
      const end = END_BY_DIRECTION[direction]
      return access.inSteps(function* () {
        const found = new Map<string, Map<string, readonly string[]>>()
        for (const [environment, names] of frontiers) {
          const neighbors = new Map<string, readonly string[]>()
          found.set(environment, neighbors)
          yield* forEachInSteps(names, ROWS_AT_ONCE, (name) => {
            const ranked = inRankOrder(around(direction, environment, name), end)
            if (ranked.length > 0)
              neighbors.set(
                name,
                ranked.map((relation) => relation[end]),
              )
          })
        }
        return found
      })
    },
  } satisfies Partial<RelationStore>
}

function listMethods(tables: Tables, access: TableAccess) {
  const { relationInOrder, relationByKey, relationByChild, relationClaim, claimByRelation, claimByOrigin } = tables
  const isStale = (relation: Relation, stale: StaleRelations | undefined) =>
    stale === undefined ||
    (relation.updateTime < stale.before &&
      !claimByRelation.find(relationKey(relation)).some(({ claim }) => stale.lasting.includes(claim.source)))
  const find: RelationStore['find'] = (keys) =>
    access.inSteps(function* () {
      const found = new Map<string, Relation>()
      yield* forEachInSteps(keys, ROWS_AT_ONCE, (key) => {
        const row = relationByKey.findOne(relationKey(key))
        if (row !== undefined) found.set(row.id, row)
      })
      return [...found.values()]
    })
  return {
    list: (query, stale) => {
      const isIncluded = (relation: Relation) => isStale(relation, stale)
      return access.inSteps(() =>
        listPage(filterRelations(candidateRelations(tables, query.filters), isIncluded), query, RELATION_COLUMNS),
      )
    },
    read: (id) => access(() => tables.relation.get(id)),
    after: (last, limit, { filters, stale } = { filters: {} }) => {
      const isMatching = buildFilterTest<Relation, ListFilter<'relations'>>(filters, RELATION_COLUMNS)
      const isListed = (relation: Relation) => isMatching(relation) && isStale(relation, stale)
      return access.inSteps(() =>
        firstRowsAfter(relationInOrder.rows(), { last, compare: compareKeys }, limit, isListed),
      )
    },
    find,
    // Needs no lock, because only one transaction runs at a time.
    lock: find,
    takenIds: (ids) => access(() => [...new Set(ids)].filter((id) => tables.relation.get(id) !== undefined)),
    claims: (keys) =>
      access.inSteps(function* () {
        const found = new Map<string, RelationClaim>()
        yield* forEachInSteps(keys, ROWS_AT_ONCE, (key) => {
          for (const { id, claim } of claimByRelation.find(relationKey(key))) found.set(id, claim)
        })
        return [...found.values()]
      }),
    claimsBy: (source, sourceRefs) =>
      access(() =>
        [...new Set(sourceRefs)].flatMap((sourceRef) =>
          claimByOrigin.find(originKey(source, sourceRef)).map(({ claim }) => claim),
        ),
      ),
    replacedBy: (named) =>
      access.inSteps(function* () {
        const found = new Map<string, RelationClaim>()
        yield* forEachInSteps(named, ROWS_AT_ONCE, ({ environment, resource, parent, sourceRef }) => {
          for (const other of relationByChild.find(resourceKey({ environment, resource }))) {
            const id = claimKey({ ...other, source: 'event', sourceRef })
            const claim = relationClaim.get(id)?.claim
            if (claim?.isReplaceable && other.parent !== parent) found.set(id, claim)
          }
        })
        return [...found.values()]
      }),
  } satisfies Partial<RelationStore>
}

function writeMethods(tables: Tables, access: TableAccess) {
  const { relation, relationByKey, relationByChild, relationClaim, claimByRelation } = tables
  const keep = (claim: RelationClaim) => relationClaim.put({ id: claimKey(claim), claim: Object.freeze(claim) })
  const remove = (id: string) => {
    const removed = relation.remove(id)
    if (removed !== undefined)
      for (const claim of claimByRelation.find(relationKey(removed))) relationClaim.remove(claim.id)
    return removed
  }
  return {
    upsert: (stated, precedence = {}) => {
      const sent = stated.map((relation) => ({ ...relation }))
      return access.inSteps(function* () {
        yield* forEachInSteps(sent, ROWS_AT_ONCE, (relation) =>
          keep(claimOf(relation, relationClaim.get(claimKey(relation))?.claim)),
        )
        const arrivals = foldStated(sent, precedence)
        let inserted = 0
        yield* forEachInSteps(arrivals, ROWS_AT_ONCE, (arrived) => {
          const stored = relationByKey.findOne(relationKey(arrived))
          if (stored === undefined) inserted++
          relation.put(Object.freeze(stored === undefined ? arrived : mergeRelation(stored, arrived, precedence)))
        })
        return { inserted, updated: arrivals.length - inserted }
      })
    },
    keepClaims: (claims) => {
      const sent = claims.map((claim) => ({ ...claim }))
      return access.inSteps(() => forEachInSteps(sent, ROWS_AT_ONCE, keep))
    },
    withdraw: (claims, now) => {
      const ids = claims.map(claimKey)
      return access.inSteps(function* () {
        const counts = { removed: 0, updated: 0 }
        const uncovered = new Set<Relation>()
        yield* forEachInSteps(ids, ROWS_AT_ONCE, (id) => {
          const claim = relationClaim.remove(id)?.claim
          const shown = claim && relationByKey.findOne(relationKey(claim))
          if (shown?.source === claim?.source && shown?.sourceRef === claim?.sourceRef && shown) uncovered.add(shown)
        })
        yield* forEachInSteps(uncovered, ROWS_AT_ONCE, (shown) => {
          const others = claimByRelation.find(relationKey(shown)).map(({ claim }) => claim)
          const next = uncover(shown, others, now)
          if (next === undefined) relation.remove(shown.id)
          else relation.put(Object.freeze(next))
          counts[next === undefined ? 'removed' : 'updated']++
        })
        return counts
      })
    },
    delete: (id) => access(() => remove(id)),
    deleteOf: (selection) =>
      access.inSteps(function* () {
        const selected = relationByChild.find(resourceKey(selection)).filter(createSelectionTest(selection))
        yield* forEachInSteps(selected, ROWS_AT_ONCE, ({ id }) => void remove(id))
        return selected.length
      }),
  } satisfies Partial<RelationStore>
}

/**
 * Returns the rows that a list must search: if the filter names exactly one child and its environment, the relations of
 * this child; otherwise all relations.
 */
function candidateRelations(
  { relation, relationByChild }: Tables,
  filters: Filters<ListFilter<'relations'>>,
): Iterable<Relation> {
  const [environment, ...environments] = filters.environment ?? []
  const [resource, ...resources] = filters.resource ?? []
  const isOneChild = environments.length === 0 && resources.length === 0
  if (!isOneChild || environment === undefined || resource === undefined) return relation.rows()
  return relationByChild.find(resourceKey({ environment, resource }))
}

function* filterRelations(rows: Iterable<Relation>, fits: (row: Relation) => boolean): Iterable<Relation> {
  for (const row of rows) if (fits(row)) yield row
}

/** The field of a relation that names the neighbor, by direction. */
const END_BY_DIRECTION = { parents: 'parent', children: 'resource' } as const

const RELATION_COLUMNS: ListColumns<Relation, ListFilter<'relations'>, ListSort<'relations'>> = {
  filter: {},
  sort: {},
  compare: compareKeys,
}

function createSelectionTest({ parent, source, sourceRef }: RelationsOf): (relation: Relation) => boolean {
  return (relation) =>
    (parent === undefined || relation.parent === parent) &&
    (source === undefined || relation.source === source) &&
    (sourceRef === undefined || relation.sourceRef === sourceRef)
}
