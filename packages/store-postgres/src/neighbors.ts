import type { Direction, WalkAnswer, WalkQuestion } from '@opsgraph/core'
import type { Session } from './database.js'
import { NEIGHBORS, type Notation, type Wanted } from './neighbors-sql.js'
import { readPrecedences } from './precedence-bytes.js'
import { textArray, textArrays } from './text-array.js'

/**
 * Answers `RelationStore.neighbors`: for each environment a row, in which all names are one long text. A row for each
 * name costs a server, and a driver, more than finding it does.
 *
 * @throws Error when siblings are not stored
 */
export async function readNeighbors(
  session: Session,
  direction: Direction,
  questions: ReadonlyMap<string, WalkQuestion>,
): Promise<ReadonlyMap<string, WalkAnswer>> {
  if (questions.size === 0) return new Map()
  const { wanted, values } = statementValues(questions)
  const read = async (notation: Notation) => {
    const { rows } = await session.query<Row>({
      name: `${direction}-${wanted}-${notation}`,
      text: NEIGHBORS[notation][direction][wanted],
      values,
    })
    return rows.map((row) => toFound(row, READERS[notation]))
  }
  let found = await read('joined')
  // A name holds the separator: the slower notation tells them apart.
  if (!found.every(isWhole)) found = await read('exact')
  return toAnswers(questions, found)
}

/** The lists of environments and of their frontiers; those of environments, starts and names of all siblings. */
function statementValues(questions: ReadonlyMap<string, WalkQuestion>): { wanted: Wanted; values: readonly string[] } {
  const asked = [...questions.values()]
  const contested = [...questions].flatMap(([environment, question]) =>
    question.contested.map((group) => ({ environment, ...group })),
  )
  const frontiers = [textArray([...questions.keys()]), textArrays(asked.map(({ frontier }) => frontier))]
  if (contested.length === 0) return { wanted: 'names', values: frontiers }
  const groups = [
    textArray(contested.map(({ environment }) => environment)),
    textArray(contested.map(({ from }) => from)),
    textArrays(contested.map(({ names }) => names)),
  ]
  if (asked.every(({ frontier }) => frontier.length === 0)) return { wanted: 'ranks', values: groups }
  return { wanted: 'both', values: [...frontiers, ...groups] }
}

/**
 * For each environment its place among those asked for, the resources that have neighbors, how many each has, and all
 * their names; one more row, without a place, tells what ranks the siblings of all environments.
 */
type Row = readonly [
  place: number | null,
  resources: string | null,
  counts: string | null,
  names: string | null,
  ranks: string | null,
]

interface Found {
  readonly place: number | null
  readonly resources: readonly string[]
  readonly counts: readonly number[]
  readonly names: readonly string[]
  readonly ranks: string
}

const READERS: Readonly<Record<Notation, (names: string) => readonly string[]>> = {
  joined: (names) => names.split('\u001f'),
  exact: (names) => JSON.parse(names).flat(),
}

function toFound([place, resources, counts, names, ranks]: Row, read: (names: string) => readonly string[]): Found {
  return {
    place,
    resources: resources === null ? [] : read(resources),
    counts: JSON.parse(`[${counts ?? ''}]`),
    names: names === null ? [] : read(names),
    ranks: ranks ?? '',
  }
}

function isWhole({ resources, counts, names }: Found): boolean {
  return resources.length === counts.length && names.length === counts.reduce((sum, count) => sum + count, 0)
}

function toAnswers(
  questions: ReadonlyMap<string, WalkQuestion>,
  found: readonly Found[],
): ReadonlyMap<string, WalkAnswer> {
  const precedences = readPrecedences(found.map(({ ranks }) => ranks).join(''))
  const byPlace = new Map(found.map((one) => [one.place, one]))
  let start = 0
  const answers = [...questions].map(([environment, { contested, known }], index) => {
    const end = contested.reduce((sum, { names }) => sum + names.length, start)
    const answer = { neighbors: neighborsOf(byPlace.get(index + 1), known), precedences: precedences.slice(start, end) }
    start = end
    return [environment, answer] as const
  })
  if (start !== precedences.length) throw new Error('siblings must be stored')
  return new Map(answers)
}

function neighborsOf(found: Found | undefined, known: WalkQuestion['known']): WalkAnswer['neighbors'] {
  const neighbors = new Map<string, readonly string[]>()
  let start = 0
  for (const [place, resource] of found?.resources.entries() ?? []) {
    const end = start + (found?.counts[place] ?? 0)
    const names = news(found?.names ?? [], start, end, known)
    if (names !== undefined) neighbors.set(resource, names)
    start = end
  }
  return neighbors
}

/** In a wide walk nearly all neighbors of nearly all resources are known: what is not is all that is kept. */
function news(names: readonly string[], start: number, end: number, known: WalkQuestion['known']) {
  if (known === undefined) return names.slice(start, end)
  let unknown: string[] | undefined
  for (let place = start; place < end; place++) {
    const name = names[place] ?? ''
    if (known.has(name)) continue
    if (unknown === undefined) unknown = [name]
    else unknown.push(name)
  }
  return unknown
}
