import type { Direction } from '@opsgraph/core'
import { PRECEDENCE_BYTES } from './precedence-bytes.js'

/**
 * How a list of names is answered. `joined`: with U+001F between them, which a name may hold, so that there seem to be
 * more than were counted. `exact`: as JSON, which takes longer to write and to read.
 */
export type Notation = 'joined' | 'exact'

/** What is asked for: neighbors of frontiers, what ranks siblings, or both of them in this order. */
export type Wanted = 'names' | 'ranks' | 'both'

/**
 * From PostgreSQL 17 on a search finds a list of names as it goes through an index. Before, it compares each name that
 * it comes by with all of the list: beside a resource with 20,000 neighbors, seconds.
 */
const SKIPS_IN_AN_INDEX = 170_000

/** The statements of `readNeighbors`. */
export const NEIGHBORS: Readonly<Record<Notation, Readonly<Record<Direction, Statements>>>> = {
  joined: { parents: joinedBy('resource', 'parent'), children: joinedBy('parent', 'resource') },
  exact: { parents: exactlyBy('resource', 'parent'), children: exactlyBy('parent', 'resource') },
}

type Statements = Readonly<Record<Wanted, string>>

function joinedBy(from: string, to: string): Statements {
  const join = (names: string) => `string_agg(${names}, e'\\x1f')`
  return statements({ from, to, resources: join('name'), names: join(to), allNames: join('names') })
}

function exactlyBy(from: string, to: string): Statements {
  const list = (names: string) => `json_agg(${names})`
  return statements({
    from,
    to,
    resources: `${list('name')}::text`,
    names: list(to),
    allNames: `${list('names')}::text`,
  })
}

interface Parts {
  /** The columns of the resource that is asked for, and of its neighbor. */
  readonly from: string
  readonly to: string
  /** The names of all resources; of the neighbors of one; of the neighbors of all. */
  readonly resources: string
  readonly names: string
  readonly allNames: string
}

/**
 * Neighbors are read from an index alone. Ranks and times stand in the rows, since an index that held them would move
 * with every relation that is confirmed; they are read for siblings only.
 *
 * The lists asked for go in subqueries: a planner that can look into thousands of names takes longer than the answer
 * does, and would rather read the whole table.
 */
function statements(parts: Parts): Statements {
  const [names, ranks] = [namesOf(parts), ranksOf(parts, 1)]
  return { names, ranks, both: `${names} union all ${ranksOf(parts, 3)}` }
}

function namesOf({ from, resources, names, allNames }: Parts): string {
  return `select place, found.*, null
    from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (environment, frontier, place),
    lateral (
      select ${resources}, string_agg(count::text, ','), ${allNames}
      from (
        select ${from} as name, count(*) as count, ${names} as names from relation
        where relation.environment = asked.environment and relation.${from} = any(asked.frontier::text[])
        group by ${from}
      ) as resource
    ) as found`
}

/** @param first the number of its first parameter */
function ranksOf({ from, to }: Parts, first: number): string {
  return `select null::int8, null, null, null::text, encode(string_agg(ranks, '' order by place), 'hex')
    from (
      select place, case when (select current_setting('server_version_num')::int >= ${SKIPS_IN_AN_INDEX})
        then (${ranksInOneSearch(from, to)}) else (${ranksOneByOne(from, to)}) end as ranks
      from unnest((select $${first}::text[]), (select $${first + 1}::text[]), (select $${first + 2}::text[]))
        with ordinality as contested (environment, start, ends, place)
    ) as sibling`
}

/**
 * Siblings stand together in an index that starts with `from`. Of those that would do, a planner takes the one that was
 * made last, which is a right one for parents; comparing rows, which tells nothing new, leads it to the one for children.
 */
function ranksInOneSearch(from: string, to: string): string {
  const amongChildren = '(relation.parent, relation.environment) >= (contested.start, contested.environment) and '
  return `select string_agg(${PRECEDENCE_BYTES}, '' order by ${to})
    from relation where ${from === 'parent' ? amongChildren : ''}relation.environment = contested.environment
      and relation.${from} = contested.start and relation.${to} = any(contested.ends::text[])`
}

/** Takes half as long again where the other one is fast. What is searched for one name after the other stays in their order. */
function ranksOneByOne(from: string, to: string): string {
  return `select string_agg(found.ranks, '')
    from (select unnest(contested.ends::text[]) as name) as sought,
    lateral (
      select ${PRECEDENCE_BYTES} as ranks from relation
      where relation.environment = contested.environment and relation.${from} = contested.start
        and relation.${to} = sought.name
      offset 0
    ) as found`
}
