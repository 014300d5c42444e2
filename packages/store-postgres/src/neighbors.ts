import { type Direction, type NeighborList, type Neighbors, precedence } from '@opsgraph/core'
import type { Session } from './database.js'
import { textArray } from './text-array.js'

/**
 * Answers `RelationStore.neighbors`. All of them come as one row of long texts: a row for each costs a server, and a
 * driver, more than finding it does.
 */
export async function readNeighbors(
  session: Session,
  direction: Direction,
  frontier: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Neighbors>> {
  const answer = new Map([...frontier.keys()].map((environment) => [environment, new Map<string, NeighborList>()]))
  const asked = [...frontier.values()].flat()
  if (asked.length === 0) return answer
  const environments = [...frontier].flatMap(([environment, names]) => names.map(() => environment))
  const values = [textArray(environments), textArray(asked)]
  const read = async (notation: Notation) => {
    const statement = { name: `${direction}-${notation}`, text: STATEMENTS[notation][direction], values }
    const { rows } = await session.query<Found>(statement)
    return rows.map(([places, counts, names, ranks]) => ({
      places: numbers(places),
      counts: numbers(counts),
      names: notation === 'joined' ? names.split(SEPARATOR) : JSON.parse(names).flat(),
      ranks,
    }))[0]
  }
  let found = await read('joined')
  // A name holds the separator: the slower notation tells them apart.
  if (found !== undefined && found.names.length * DIGITS_PER_RANK > found.ranks.length) found = await read('exact')
  if (found === undefined) return answer
  let start = 0
  for (const [index, place] of found.places.entries()) {
    const end = start + (found.counts[index] ?? 0)
    const list = new StoredNeighbors(found.names.slice(start, end), found.ranks, start)
    answer.get(environments[place - 1] ?? '')?.set(asked[place - 1] ?? '', list)
    start = end
  }
  return answer
}

/** For each resource with neighbors: its place among those asked for, how many it has, their names, and their ranks. */
type Found = readonly [places: string, counts: string, names: string, ranks: string]

type Notation = 'joined' | 'exact'

const SEPARATOR = '\u001f'

function numbers(list: string): readonly number[] {
  return JSON.parse(`[${list}]`)
}

/** Ranks are read for those few neighbors only whose order matters. */
class StoredNeighbors implements NeighborList {
  /**
   * @param ranks for each neighbor two bytes of its rank and eight of its time, in hexadecimal digits
   * @param start how many neighbors come before the first of these
   */
  constructor(
    readonly names: readonly string[],
    private readonly ranks: string,
    private readonly start: number,
  ) {}

  precedenceAt(place: number): number {
    const at = (this.start + place) * DIGITS_PER_RANK
    const bytes = Buffer.from(this.ranks.slice(at, at + DIGITS_PER_RANK), 'hex')
    const microseconds = bytes.readInt32BE(2) * 2 ** 32 + bytes.readUInt32BE(6)
    return precedence(bytes.readInt16BE(0), microseconds / 1000 + YEAR_2000)
  }
}

const DIGITS_PER_RANK = 20
/** From where PostgreSQL counts time. */
const YEAR_2000 = Date.UTC(2000)

const STATEMENTS: Readonly<Record<Notation, Readonly<Record<Direction, string>>>> = {
  joined: { parents: joinedBy('resource', 'parent'), children: joinedBy('parent', 'resource') },
  exact: { parents: exactlyBy('resource', 'parent'), children: exactlyBy('parent', 'resource') },
}

function joinedBy(name: string, neighbor: string): string {
  return neighborsBy(name, `string_agg(${neighbor}, e'\\x1f')`, `string_agg(names, e'\\x1f')`)
}

function exactlyBy(name: string, neighbor: string): string {
  return neighborsBy(name, `json_agg(${neighbor})`, 'json_agg(names)::text')
}

/**
 * The lists asked for go in subqueries: a planner that can look into thousands of names takes longer than the answer
 * does, and would rather read the whole table.
 */
function neighborsBy(name: string, names: string, allNames: string): string {
  return `select string_agg(place::text, ','), string_agg(count::text, ','), ${allNames},
      encode(string_agg(ranks, ''), 'hex')
    from unnest((select $1::text[]), (select $2::text[])) with ordinality as asked (environment, name, place),
    lateral (
      select count(*) as count, ${names} as names,
        string_agg(int2send(source_rank) || timestamptz_send(update_time), '') as ranks
      from relation where relation.environment = asked.environment and relation.${name} = asked.name
    ) as found
    where count > 0
    having count(*) > 0`
}
