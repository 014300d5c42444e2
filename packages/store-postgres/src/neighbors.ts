import { compareNames, type Direction, type Neighbors } from '@opsgraph/core'
import type { Session } from './database.js'
import { textArray } from './text-array.js'

type Frontier = ReadonlyMap<string, readonly string[]>

/** What is read of a level: four lists of the same length, in no promised order. */
interface Edges {
  /** `null` when there is one environment. */
  readonly environments: readonly string[] | null
  readonly names: readonly string[]
  readonly neighbors: readonly string[]
  /** Lower ranks first; `null` when all rank alike but for their names. */
  readonly ranks: readonly number[] | null
}

/**
 * Answers `RelationStore.neighbors`. The lists come as one text each, and are put in order here: a row or an ordered
 * list per resource costs a server, and a driver, several times as much.
 */
export async function readNeighbors(
  session: Session,
  direction: Direction,
  frontier: Frontier,
): Promise<ReadonlyMap<string, Neighbors>> {
  const environments = [...frontier.keys()].filter((environment) => (frontier.get(environment)?.length ?? 0) > 0)
  const [first, ...others] = environments
  if (first === undefined) return new Map()
  if (others.length > 0) return ranked(await readEdges(session, direction, frontier), '')
  return ranked(await readEdgesOf(session, direction, first, frontier.get(first) ?? []), first)
}

async function readEdgesOf(session: Session, direction: Direction, environment: string, names: readonly string[]) {
  const values = [textArray([environment]), textArray(names)]
  const { rows } = await session.query<EdgesRow>({ name: `${direction}-of-one`, text: OF_ONE[direction], values })
  return splitRow(rows[0]) ?? (await readExactly(session, direction, new Map([[environment, names]])))
}

async function readEdges(session: Session, direction: Direction, frontier: Frontier): Promise<Edges> {
  const { rows } = await session.query<EdgesRow>({
    name: `${direction}-of-several`,
    text: OF_SEVERAL[direction],
    values: pairValues(frontier),
  })
  return splitRow(rows[0]) ?? (await readExactly(session, direction, frontier))
}

/** The slower way, for names that hold the separator. */
async function readExactly(session: Session, direction: Direction, frontier: Frontier): Promise<Edges> {
  const { rows } = await session.query<readonly [environment: string, name: string, neighbor: string, rank: number]>({
    name: `${direction}-exactly`,
    text: EXACTLY[direction],
    values: pairValues(frontier),
  })
  return {
    environments: rows.map(([environment]) => environment),
    names: rows.map(([, name]) => name),
    neighbors: rows.map(([, , neighbor]) => neighbor),
    ranks: rows.map(([, , , rank]) => rank),
  }
}

const SEPARATOR = '\u001f'

/** Source first, then the newest `update_time`: whole numbers that JavaScript keeps exactly. */
const RANK = `source_rank * 1125899906842624 - (date_part('epoch', update_time) * 1000)::bigint`

const ENDS = {
  parents: { name: 'resource', neighbor: 'parent' },
  children: { name: 'parent', neighbor: 'resource' },
} as const

/** The lists go in subqueries: a planner that sees thousands of names spends more time on them than the answer takes. */
const WANTED = `(
    select distinct * from unnest((select $1::text::text[]), (select $2::text::text[])) as pair (environment, name)
  ) as wanted`

const OF_ONE = forBoth(
  ({ name, neighbor }) => `select ${lists('null::text', name, neighbor)} from relation
    where environment = ($1::text::text[])[1] and ${name} = any((select $2::text::text[])::text[])`,
)

const OF_SEVERAL = forBoth(
  ({ name, neighbor }) => `select ${lists('relation.environment', name, neighbor)} from ${WANTED}
    join relation on relation.environment = wanted.environment and relation.${name} = wanted.name`,
)

const EXACTLY = forBoth(
  ({ name, neighbor }) => `select relation.environment, ${name}, ${neighbor}, ${RANK} from ${WANTED}
    join relation on relation.environment = wanted.environment and relation.${name} = wanted.name`,
)

function lists(environment: string, name: string, neighbor: string): string {
  const isEven = 'min(source_rank) = max(source_rank) and min(update_time) = max(update_time)'
  const joined = (column: string) => `string_agg(${column}, e'\\x1f')`
  return `count(*), ${joined(environment)}, ${joined(name)}, ${joined(neighbor)},
    case when not (${isEven}) then array_agg(${RANK})::text end`
}

function forBoth(text: (ends: (typeof ENDS)[Direction]) => string): Readonly<Record<Direction, string>> {
  return { parents: text(ENDS.parents), children: text(ENDS.children) }
}

function pairValues(frontier: Frontier): readonly string[] {
  const pairs = [...frontier].flatMap(([environment, names]) => names.map((name) => [environment, name] as const))
  return [textArray(pairs.map(([environment]) => environment)), textArray(pairs.map(([, name]) => name))]
}

type EdgesRow = readonly [
  count: number,
  environments: string | null,
  names: string | null,
  neighbors: string | null,
  ranks: string | null,
]

/** `undefined` when a name holds the separator, so that there are more parts than edges. */
function splitRow(row: EdgesRow | undefined): Edges | undefined {
  const [count, environments, names, neighbors, ranks] = row ?? [0, null, null, null, null]
  if (count === 0) return { environments: null, names: [], neighbors: [], ranks: null }
  const edges = {
    environments: environments?.split(SEPARATOR) ?? null,
    names: (names ?? '').split(SEPARATOR),
    neighbors: (neighbors ?? '').split(SEPARATOR),
    ranks: ranks === null ? null : (JSON.parse(`[${ranks.slice(1, -1)}]`) as number[]),
  }
  const lengths = [edges.environments?.length ?? count, edges.names.length, edges.neighbors.length]
  return lengths.every((length) => length === count) ? edges : undefined
}

function ranked(edges: Edges, environment: string): ReadonlyMap<string, Neighbors> {
  const groups = new Map<string, Map<string, RankedNames>>()
  for (const [index, neighbor] of edges.neighbors.entries()) {
    const names = member(groups, edges.environments?.[index] ?? environment, () => new Map<string, RankedNames>())
    member(names, edges.names[index] ?? '', () => new RankedNames()).add(neighbor, edges.ranks?.[index] ?? 0)
  }
  return new Map(
    Array.from(groups, ([key, names]) => [key, new Map(Array.from(names, ([name, list]) => [name, list.inOrder()]))]),
  )
}

function member<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** Names with their ranks; as an index often gives them in order already, that is checked before they are sorted. */
class RankedNames {
  readonly #names: string[] = []
  readonly #ranks: number[] = []
  #isOrdered = true

  add(name: string, rank: number): void {
    const last = this.#names.length - 1
    if (this.#isOrdered && last >= 0) this.#isOrdered = this.#compare(last, rank, name) < 0
    this.#names.push(name)
    this.#ranks.push(rank)
  }

  inOrder(): readonly string[] {
    if (this.#isOrdered) return this.#names
    const order = Array.from(this.#names, (_, index) => index)
    order.sort((left, right) => this.#compare(left, this.#ranks[right] ?? 0, this.#names[right] ?? ''))
    return order.map((index) => this.#names[index] ?? '')
  }

  #compare(index: number, rank: number, name: string): number {
    return (this.#ranks[index] ?? 0) - rank || compareNames(this.#names[index] ?? '', name)
  }
}
