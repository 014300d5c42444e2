import type { Direction, KnownNames, Neighbors } from '@opsgraph/core'
import type { Session } from './database.js'
import { NEIGHBORS, type Notation } from './neighbors-sql.js'
import { textArray, textArrays } from './text-array.js'
import type { WalkPlans } from './walk-plans.js'

/**
 * Answers `RelationStore.neighbors`: for each environment a row, in which all names are one long text. A row for each
 * name costs a server, and a driver, more than finding it does.
 */
export async function readNeighbors(
  session: Session,
  plans: WalkPlans,
  direction: Direction,
  frontiers: ReadonlyMap<string, readonly string[]>,
  known: KnownNames = NOTHING_KNOWN,
): Promise<ReadonlyMap<string, Neighbors>> {
  if (frontiers.size === 0) return new Map()
  const values = [textArray([...frontiers.keys()]), textArrays([...frontiers.values()])]
  const read = async (notation: Notation) => {
    const { rows } = await session.query<Row>({
      name: `${direction}-${notation}`,
      keepsPlan: plans.areKept,
      text: NEIGHBORS[notation][direction],
      values,
    })
    for (const [, bytes] of rows) plans.tell(bytes)
    return new Map(rows.map(([place, , ...texts]) => [place, readNames(texts, READERS[notation])]))
  }
  let found = await read('joined')
  // A name holds the separator: the slower notation tells them apart.
  if (![...found.values()].every(isWhole)) found = await read('exact')
  return new Map(
    [...frontiers.keys()].map((environment, index) => [environment, toNeighbors(found.get(index + 1), known)]),
  )
}

const NOTHING_KNOWN: KnownNames = new Set()

/** The place of an environment among those asked about, from 1, and the bytes of the table. */
type Row = readonly [place: number, bytes: number, ...Texts]

/** The resources that have neighbors, how many each has, and all their names; null where there is none. */
type Texts = readonly [resources: string | null, counts: string | null, names: string | null]

interface Found {
  readonly resources: readonly string[]
  readonly counts: readonly number[]
  readonly names: readonly string[]
}

type NamesReader = (names: string) => readonly string[]

const READERS: Readonly<Record<Notation, NamesReader>> = {
  joined: (names) => names.split('\u001f'),
  exact: (names) => JSON.parse(names).flat(),
}

function readNames([resources, counts, names]: Texts, read: NamesReader): Found {
  return {
    resources: resources === null ? [] : read(resources),
    counts: JSON.parse(`[${counts ?? ''}]`),
    names: names === null ? [] : read(names),
  }
}

function isWhole({ resources, counts, names }: Found): boolean {
  return resources.length === counts.length && names.length === counts.reduce((sum, count) => sum + count, 0)
}

function toNeighbors(found: Found | undefined, known: KnownNames): Neighbors {
  const neighbors = new Map<string, readonly string[]>()
  let start = 0
  for (const [place, resource] of found?.resources.entries() ?? []) {
    const end = start + (found?.counts[place] ?? 0)
    const names = leftOf(found?.names ?? [], start, end, known)
    if (names !== undefined) neighbors.set(resource, names)
    start = end
  }
  return neighbors
}

/** In a wide walk nearly all neighbors of nearly all resources are known: what is not is all that is kept. */
function leftOf(
  names: readonly string[],
  start: number,
  end: number,
  known: KnownNames,
): readonly string[] | undefined {
  let left: string[] | undefined
  for (let place = start; place < end; place++) {
    const name = names[place] ?? ''
    if (known.has(name)) continue
    if (left === undefined) left = [name]
    else left.push(name)
  }
  return left
}
