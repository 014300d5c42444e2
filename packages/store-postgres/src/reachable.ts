import type { Direction, RankedNeighbors, ResourceKey } from '@opsgraph/core'
import type { Session } from './database.js'
import { PRECEDENCE_BYTES, readPrecedences } from './precedence-bytes.js'
import { storable } from './text-array.js'

/** Answers `RelationStore.reachable`, level by level inside the server. */
export async function readReachable(
  session: Session,
  direction: Direction,
  { environment, resource }: ResourceKey,
  most: number,
): Promise<RankedNeighbors | undefined> {
  const { rows } = await session.query<Row>({
    name: `reachable-${direction}`,
    text: REACHABLE[direction],
    values: [storable(environment), storable(resource), most + 1],
  })
  const [isAll, resources, counts, names, ranks] = rows[0] ?? NOTHING
  return isAll ? toNeighbors({ resources, counts, names, ranks }) : undefined
}

/** Whether nothing is left out; the resources that have neighbors, how many each has, all their names, what ranks them. */
type Row = readonly [isAll: boolean, resources: string, counts: string, names: string, ranks: string]

const NOTHING: Row = [false, '', '', '', '']

function toNeighbors(row: { resources: string; counts: string; names: string; ranks: string }) {
  const [resources, names] = [split(row.resources), split(row.names)]
  const counts: readonly number[] = JSON.parse(`[${row.counts}]`)
  const precedences = readPrecedences(row.ranks)
  // A name holds the separator.
  if (resources.length !== counts.length || names.length !== precedences.length) return undefined
  const neighbors = new Map<string, ReadonlyMap<string, number>>()
  let start = 0
  for (const [place, resource] of resources.entries()) {
    const end = start + (counts[place] ?? 0)
    const found = names.slice(start, end).map((name, at) => [name, precedences[start + at] ?? Number.NaN] as const)
    neighbors.set(resource, new Map(found))
    start = end
  }
  return neighbors
}

function split(names: string): readonly string[] {
  return names === '' ? [] : names.split('\u001f')
}

const REACHABLE: Readonly<Record<Direction, string>> = {
  parents: statement('resource', 'parent'),
  children: statement('parent', 'resource'),
}

/**
 * Nothing is sorted or joined before the limit, so that the search ends when it is reached. What is asked about one
 * resource stands behind `offset 0`: a planner that can merge it into the rest would rather read the whole table.
 */
function statement(from: string, to: string): string {
  return `with recursive reached (name) as (
      select $2::text collate "C"
      union
      select neighbor.name from reached, lateral (
        select ${to} as name from relation where environment = $1::text and ${from} = reached.name offset 0
      ) as neighbor
    ),
    few as materialized (select name from reached limit $3::int + 1),
    size as materialized (select count(*) <= $3::int as is_all from few)
    select bool_and(is_all), coalesce(string_agg(name, e'\\x1f'), ''), coalesce(string_agg(count::text, ','), ''),
      coalesce(string_agg(names, e'\\x1f'), ''), coalesce(encode(string_agg(ranks, ''), 'hex'), '')
    from size left join (
      select few.name, found.* from few, size, lateral (
        select count(*) as count, string_agg(${to}, e'\\x1f') as names, string_agg(${PRECEDENCE_BYTES}, '') as ranks
        from relation where environment = $1::text and ${from} = few.name
      ) as found
      where is_all and count > 0
    ) as resource on true`
}
