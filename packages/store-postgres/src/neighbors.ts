import { type Direction, precedence, type WalkAnswer, type WalkQuestion } from '@opsgraph/core'
import type { Session } from './database.js'
import { textArray } from './text-array.js'

/**
 * Answers `RelationStore.neighbors`: a row for each environment, in which all names are one long text. A row for each
 * name costs a server, and a driver, more than finding it does.
 */
export async function readNeighbors(
  session: Session,
  direction: Direction,
  questions: ReadonlyMap<string, WalkQuestion>,
): Promise<ReadonlyMap<string, WalkAnswer>> {
  if (questions.size === 0) return new Map()
  const asked = [...questions.values()]
  const values = [
    textArray([...questions.keys()]),
    textArray(asked.map(({ frontier }) => textArray(frontier))),
    textArray(asked.map(({ contested }) => textArray(contested.map(({ from }) => from)))),
    textArray(asked.map(({ contested }) => textArray(contested.map(({ to }) => to)))),
  ]
  const read = async (notation: Notation) => {
    const statement = { name: `${direction}-${notation}`, text: STATEMENTS[notation][direction], values }
    const { rows } = await session.query<FoundRow>(statement)
    return rows.map((row) => toFound(row, READERS[notation]))
  }
  let found = await read('joined')
  // A name holds the separator: the slower notation tells them apart.
  if (!found.every(isWhole)) found = await read('exact')
  const environments = [...questions.keys()]
  return new Map(found.map((one) => [environments[one.place - 1] ?? '', toAnswer(one)]))
}

/** Of each environment: its place among those asked for; resources, how many neighbors each has, their names; ranks. */
type FoundRow = readonly [
  place: number,
  resources: string | null,
  counts: string | null,
  names: string | null,
  ranks: string | null,
]

interface Found {
  readonly place: number
  readonly resources: readonly string[]
  readonly counts: readonly number[]
  readonly names: readonly string[]
  /** For each contested step the rank of its source and the seconds of its updateTime; null = it is not stored. */
  readonly ranks: readonly (number | null)[]
}

/**
 * `joined`: names with a separator between them, which a name may hold, so that there seem to be more. `exact`: JSON.
 */
type Notation = 'joined' | 'exact'

const SEPARATOR = '\u001f'

const READERS: Readonly<Record<Notation, (names: string) => readonly string[]>> = {
  joined: (names) => names.split(SEPARATOR),
  exact: (names) => JSON.parse(names).flat(),
}

function toFound(
  [place, resources, counts, names, ranks]: FoundRow,
  read: (names: string) => readonly string[],
): Found {
  return {
    place,
    resources: resources === null ? [] : read(resources),
    counts: numbers(counts),
    names: names === null ? [] : read(names),
    ranks: numbers(ranks),
  }
}

function numbers(list: string | null): readonly number[] {
  return JSON.parse(`[${list ?? ''}]`)
}

function isWhole({ resources, counts, names }: Found): boolean {
  return resources.length === counts.length && names.length === counts.reduce((sum, count) => sum + count, 0)
}

function toAnswer({ resources, counts, names, ranks }: Found): WalkAnswer {
  const neighbors = new Map<string, readonly string[]>()
  let start = 0
  for (const [place, resource] of resources.entries()) {
    const end = start + (counts[place] ?? 0)
    neighbors.set(resource, names.slice(start, end))
    start = end
  }
  const precedences = Array.from({ length: ranks.length / 2 }, (_, step) => {
    const [rank = null, seconds = null] = ranks.slice(2 * step, 2 * step + 2)
    return rank === null || seconds === null ? Number.POSITIVE_INFINITY : precedence(rank, Math.round(seconds * 1000))
  })
  return { neighbors, precedences }
}

const STATEMENTS: Readonly<Record<Notation, Readonly<Record<Direction, string>>>> = {
  joined: { parents: joinedBy('resource', 'parent'), children: joinedBy('parent', 'resource') },
  exact: { parents: exactlyBy('resource', 'parent'), children: exactlyBy('parent', 'resource') },
}

function joinedBy(from: string, to: string): string {
  const join = (names: string) => `string_agg(${names}, e'\\x1f')`
  return statement({ from, to, names: join(to), all: join })
}

function exactlyBy(from: string, to: string): string {
  return statement({ from, to, names: `json_agg(${to})`, all: (names) => `json_agg(${names})::text` })
}

interface Parts {
  /** The columns of the resource that is asked for, and of its neighbor. */
  readonly from: string
  readonly to: string
  /** The names next to one resource. */
  readonly names: string
  /** Those of all resources. */
  readonly all: (names: string) => string
}

/**
 * Neighbors are read from an index alone; ranks and times stand in the rows, of which only the contested ones are read. The lists
 * asked for go in subqueries: a planner that can look into thousands of names takes longer than the answer does, and would
 * rather read the whole table.
 */
function statement({ from, to, names, all }: Parts): string {
  return `select place, found.*, ranked.*
    from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]))
      with ordinality as asked (environment, frontier, starts, ends, place),
    lateral (
      select ${all('name')}, string_agg(count::text, ','), ${all('names')}
      from (
        select ${from} as name, count(*) as count, ${names} as names from relation
        where relation.environment = asked.environment and relation.${from} = any(asked.frontier::text[])
        group by ${from}
      ) as resource
    ) as found,
    lateral (
      select string_agg(coalesce(source_rank || ',' || date_part('epoch', update_time), 'null,null'), ',' order by step.place)
      from unnest(asked.starts::text[], asked.ends::text[]) with ordinality as step (start, stop, place)
      left join relation on relation.environment = asked.environment
        and relation.${from} = step.start and relation.${to} = step.stop
    ) as ranked`
}
