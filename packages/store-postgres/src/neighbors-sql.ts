import type { Direction } from '@opsgraph/core'

/**
 * How a list of names is answered. `joined`: with U+001F between them, which a name may hold, so that there seem to be
 * more than were counted. `exact`: as JSON, which takes longer to write and to read.
 */
export type Notation = 'joined' | 'exact'

/** How much there is to walk through, see `WalkPlans`. */
export const BYTES = `pg_relation_size('relation_order')`

/** The statements of `readNeighbors`. */
export const NEIGHBORS: Readonly<Record<Notation, Readonly<Record<Direction, string>>>> = {
  joined: inBothDirections((names) => `string_agg(${names}, e'\\x1f')`),
  exact: inBothDirections((names) => `json_agg(${names})`),
}

function inBothDirections(list: (names: string) => string): Readonly<Record<Direction, string>> {
  return { parents: statement('resource', 'parent', list), children: statement('parent', 'resource', list) }
}

/**
 * The lists asked for go in subqueries: a planner that can look into thousands of names takes longer than the answer
 * does, and would rather read the whole table.
 */
function statement(from: string, to: string, list: (names: string) => string): string {
  return `select place, ${BYTES}, found.*
    from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (environment, frontier, place),
    lateral (
      select ${list('name')}::text, string_agg(count::text, ','), ${list('names')}::text
      from (
        select ${from} as name, count(*) as count, ${list(to)} as names
        from (${ranked(from, to, 'environment = asked.environment', 'any(asked.frontier::text[])')}) as neighbor
        group by ${from}
      ) as resource
    ) as found`
}

/**
 * Neighbors as they stand in the index of their direction: those of one resource side by side, in the order in which
 * they rank. Nothing is sorted, and whatever puts them together takes them as they come.
 */
export function ranked(from: string, to: string, environment: string, resources: string): string {
  return `select ${from}, ${to} from relation_order where ${environment} and ${from} = ${resources}
    order by ${from}, source_rank, update_time desc, ${to}`
}
