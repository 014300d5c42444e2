import type { Direction, KnownNames, Neighbors } from '@opsgraph/core/store'
import type { Session } from './database.js'
import { NEIGHBORS, type Notation } from './neighbors-sql.js'
import { textArray, textArrays } from './text-array.js'
import type { WalkPlans } from './walk-plans.js'

/**
 * Answers `RelationStore.neighbors` with one row per environment, in which all names are one long text. With a row per
 * name, the server and the driver would spend more time on rows than on finding the names.
 */
export async function readNeighbors(
  session: Session,
  plans: WalkPlans,
  { direction, frontiers, known = NOTHING_KNOWN }: NeighborsQuery,
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
    for (const [, bytes] of rows) plans.noteSize(bytes)
    return new Map(rows.map(([place, , ...texts]) => [place, readNames(texts, READERS[notation])]))
  }
  let found = await read('joined')
  // A name contains the separator, so use the slower notation.
  if (![...found.values()].every(isWhole)) found = await read('exact')
  return new Map(
    [...frontiers.keys()].map((environment, index) => [environment, toNeighbors(found.get(index + 1), known)]),
  )
}

const NOTHING_KNOWN: KnownNames = new Set()

/** The parameters of `RelationStore.neighbors`. */
interface NeighborsQuery {
  readonly direction: Direction
  readonly frontiers: ReadonlyMap<string, readonly string[]>
  readonly known: KnownNames | undefined
}

/** The number of the environment in the request, from 1, and the size of the table in bytes. */
type Row = readonly [place: number, bytes: number, ...Texts]

/**
 * The resources with neighbors, the number of neighbors of each, and the names of all neighbors; null if there are
 * none.
 */
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

/** The names that are not in `known`. In a wide walk nearly all are, so no list is created for those. */
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
