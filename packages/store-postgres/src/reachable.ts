import type { Direction, Neighbors, ResourceKey } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { BYTES, ranked } from './neighbors-sql.js'
import { storable } from './text-array.js'
import type { WalkPlans } from './walk-plans.js'

/** Answers `RelationStore.reachable` with a recursive query that walks level by level in the server. */
export async function readReachable(
  session: Session,
  plans: WalkPlans,
  { direction, from, most }: { readonly direction: Direction; readonly from: ResourceKey; readonly most: number },
): Promise<Neighbors | undefined> {
  const { rows } = await session.query<Row>({
    name: `reachable-${direction}`,
    keepsPlan: plans.areKept,
    text: REACHABLE[direction],
    values: [storable(from.environment), storable(from.resource), most + 1],
  })
  const [bytes, isAll, neighbors] = rows[0] ?? [0, false, []]
  plans.noteSize(bytes)
  return isAll ? new Map(neighbors) : undefined
}

/** The size of the table in bytes; whether the answer is complete; each resource with neighbors, and their names. */
type Row = readonly [
  bytes: number,
  isAll: boolean,
  neighbors: readonly (readonly [resource: string, names: readonly string[]])[],
]

const REACHABLE: Readonly<Record<Direction, string>> = {
  parents: statement('resource', 'parent'),
  children: statement('parent', 'resource'),
}

/**
 * Nothing is sorted or joined before the limit, so that the search ends when the limit is reached. `offset 0` keeps the
 * planner from merging the subquery of one resource into the rest, after which it would scan the whole table.
 */
function statement(from: string, to: string): string {
  return `with recursive reached (name) as (
      select $2::text collate "C"
      union
      select neighbor.name from reached, lateral (
        select ${to} as name from relation_order where environment = $1::text and ${from} = reached.name offset 0
      ) as neighbor
    ),
    few as materialized (select name from reached limit $3::int + 1),
    size as materialized (select count(*) <= $3::int as is_all from few)
    select ${BYTES}, bool_and(is_all), coalesce(json_agg(json_build_array(name, names)) filter (where names is not null), '[]')
    from size left join (
      select few.name, found.names from few, size, lateral (
        select json_agg(${to}) as names
        from (${ranked(from, to, 'environment = $1::text', 'few.name')}) as neighbor
      ) as found
      where is_all
    ) as resource on true`
}
