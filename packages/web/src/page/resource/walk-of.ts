import type { Direction, Relation } from '../../api/resources.js'

/** Levels of a walk unless told otherwise: the next ones are one choice away. */
const DEPTH = 3

export interface WalkOptions {
  readonly direction: Direction
  /** Levels, from 1 to 20. */
  readonly depth: number
  /** The resource that is looked at, by its name; the one where the walk starts unless told. */
  readonly node: string | undefined
}

export const DEPTHS: readonly number[] = Array.from({ length: 20 }, (_, index) => index + 1)
const DIRECTIONS: readonly Direction[] = ['both', 'ancestors', 'descendants']

/** How to walk, as the address says it; what it says wrong is not heard. */
export function walkOptionsOf(search: URLSearchParams): WalkOptions {
  const depth = Number(search.get('depth'))
  return {
    direction: DIRECTIONS.find((direction) => direction === search.get('direction')) ?? 'both',
    depth: DEPTHS.includes(depth) ? depth : DEPTH,
    node: search.get('node') ?? undefined,
  }
}

/** Which relation an entry was reached by: the last step of its path. */
export function stepOf(
  path: readonly string[],
  direction: 'ancestors' | 'descendants',
  relations: readonly Relation[],
): Relation | undefined {
  const [before, last] = path.slice(-2)
  const [resource, parent] = direction === 'ancestors' ? [before, last] : [last, before]
  return relations.find((relation) => relation.resource === resource && relation.parent === parent)
}
