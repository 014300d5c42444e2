import type { Direction } from '@opsgraph/core/store'

/**
 * How a list of names is returned. `joined`: separated by U+001F; a name may contain that character, which is detected
 * because there are more parts than counted names. `exact`: as JSON, which is slower to write and to read.
 */
export type Notation = 'joined' | 'exact'

/** The size of the table that walks read, see `WalkPlans`. */
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
 * The parameters are read in subqueries. If the planner could see thousands of names, planning would take longer than
 * the query, and it would choose to scan the whole table.
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
 * Selects neighbors in the order of the index of their direction: those of one resource are adjacent and in rank order.
 * Nothing is sorted; aggregates keep this order.
 */
export function ranked(from: string, to: string, environment: string, resources: string): string {
  return `select ${from}, ${to} from relation_order where ${environment} and ${from} = ${resources}
    order by ${from}, source_rank, update_time desc, ${to}`
}
