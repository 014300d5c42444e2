import type { Direction } from '@opsgraph/core'

/**
 * How a list of names is answered. `joined`: with U+001F between them, which a name may hold, so that there seem to be
 * more than were counted. `exact`: as JSON, which takes longer to write and to read.
 */
export type Notation = 'joined' | 'exact'

/** The statements of `readNeighbors`. */
export const NEIGHBORS: Readonly<Record<Notation, Readonly<Record<Direction, string>>>> = {
  joined: { parents: joinedBy('resource', 'parent'), children: joinedBy('parent', 'resource') },
  exact: { parents: exactlyBy('resource', 'parent'), children: exactlyBy('parent', 'resource') },
}

function joinedBy(from: string, to: string): string {
  const join = (names: string) => `string_agg(${names}, e'\\x1f')`
  return statement({ from, to, resources: join('name'), names: join(to), allNames: join('names') })
}

function exactlyBy(from: string, to: string): string {
  const list = (names: string) => `json_agg(${names})`
  return statement({
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
 * with every relation that is confirmed; they are read for siblings only, the siblings of one resource in one search:
 * comparing rows, though it tells nothing new, makes a planner take the index in which siblings stand together.
 *
 * The lists asked for go in subqueries: a planner that can look into thousands of names takes longer than the answer
 * does, and would rather read the whole table.
 */
function statement({ from, to, resources, names, allNames }: Parts): string {
  return `select place, found.*, null
    from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (environment, frontier, place),
    lateral (
      select ${resources}, string_agg(count::text, ','), ${allNames}
      from (
        select ${from} as name, count(*) as count, ${names} as names from relation
        where relation.environment = asked.environment and relation.${from} = any(asked.frontier::text[])
        group by ${from}
      ) as resource
    ) as found
    union all
    select null, null, null, null, encode(string_agg(ranks, '' order by place), 'hex')
    from unnest((select $3::text[]), (select $4::text[]), (select $5::text[]))
      with ordinality as contested (environment, start, ends, place),
    lateral (
      select string_agg(int2send(source_rank) || timestamptz_send(update_time), '' order by ${to}) as ranks
      from relation where (relation.${from}, relation.environment) >= (contested.start, contested.environment)
        and relation.environment = contested.environment and relation.${from} = contested.start
        and relation.${to} = any(contested.ends::text[])
    ) as sibling`
}
