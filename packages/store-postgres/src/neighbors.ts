import type { Direction, Neighbors } from '@opsgraph/core'
import type { Session } from './database.js'
import { textArray } from './text-array.js'

/**
 * Answers `RelationStore.neighbors`. The database puts the neighbors in order and hands them over as two long texts:
 * a row for each costs a server, and a driver, more than finding it does.
 */
export async function readNeighbors(
  session: Session,
  direction: Direction,
  frontier: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Neighbors>> {
  const asked = [...frontier.values()].flat()
  if (asked.length === 0) return new Map()
  const environments = [...frontier].flatMap(([environment, names]) => names.map(() => environment))
  const values = [textArray(environments), textArray(asked)]
  const { rows } = await session.query<Edges>({ name: `${direction}-of`, text: JOINED[direction], values })
  const [places, joined] = rows[0] ?? [null, null]
  if (places === null || joined === null) return new Map()
  const placeOf: readonly number[] = JSON.parse(`[${places}]`)
  let names: readonly string[] = joined.split(SEPARATOR)
  if (names.length > placeOf.length) {
    // A name holds the separator: the slower notation tells them apart.
    const exact = await session.query<Edges>({ name: `${direction}-exactly`, text: EXACT[direction], values })
    names = JSON.parse(exact.rows[0]?.[1] ?? '[]')
  }
  const answer = new Map<string, Map<string, readonly string[]>>()
  for (let start = 0, end = 0; start < names.length; start = end) {
    const place = placeOf[start] ?? 0
    while (placeOf[end] === place) end++
    listsOf(answer, environments[place - 1] ?? '').set(asked[place - 1] ?? '', names.slice(start, end))
  }
  return answer
}

/** For every neighbor, in order: whose it is, as a place among those asked for, and its name. */
type Edges = readonly [places: string | null, names: string | null]

const SEPARATOR = '\u001f'

const JOINED = {
  parents: edges('parents', `string_agg(neighbor, e'\\x1f')`),
  children: edges('children', `string_agg(neighbor, e'\\x1f')`),
}

const EXACT = {
  parents: edges('parents', 'json_agg(neighbor)::text'),
  children: edges('children', 'json_agg(neighbor)::text'),
}

/**
 * The lists go in subqueries: a planner that can look into thousands of names takes longer than the answer does, and
 * would rather read the whole table.
 */
function edges(direction: Direction, names: string): string {
  const [name, neighbor] = direction === 'parents' ? ['resource', 'parent'] : ['parent', 'resource']
  return `select string_agg(place::text, ','), ${names} from (
      select place, ${neighbor} as neighbor
      from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (environment, name, place)
      join relation on relation.environment = asked.environment and relation.${name} = asked.name
      order by place, source_rank, update_time desc, ${neighbor}
    ) as edge`
}

function listsOf(answer: Map<string, Map<string, readonly string[]>>, environment: string) {
  const known = answer.get(environment)
  if (known !== undefined) return known
  const lists = new Map<string, readonly string[]>()
  answer.set(environment, lists)
  return lists
}
