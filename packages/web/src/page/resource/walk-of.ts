import { LIMITS } from '@opsgraph/core/pure'
import type { Direction, Relation } from '../../api/resources.js'

/** The default number of levels of a walk. */
const DEPTH = 3

export interface WalkOptions {
  readonly direction: Direction
  /** The number of levels of the walk, from 1 to {@link DEEPEST}. */
  readonly depth: number
  /** The name of the selected resource; `undefined` if the start of the walk is selected. */
  readonly node: string | undefined
}

/** The maximum number of levels of a walk. */
export const DEEPEST = LIMITS.graphDepth.max
export const DEPTHS: readonly number[] = Array.from({ length: DEEPEST }, (_, index) => index + 1)
const DIRECTIONS: readonly Direction[] = ['both', 'ancestors', 'descendants']

/**
 * Reads the options of a walk from the search parameters of the address. An invalid value counts as missing, so its
 * default applies.
 */
export function walkOptionsOf(search: URLSearchParams): WalkOptions {
  const depth = Number(search.get('depth'))
  return {
    direction: DIRECTIONS.find((direction) => direction === search.get('direction')) ?? 'both',
    depth: DEPTHS.includes(depth) ? depth : DEPTH,
    node: search.get('node') ?? undefined,
  }
}

/** Returns the relation between the last two resources of a path. */
export function stepOf(
  path: readonly string[],
  direction: 'ancestors' | 'descendants',
  relations: readonly Relation[],
): Relation | undefined {
  const [before, last] = path.slice(-2)
  const [resource, parent] = direction === 'ancestors' ? [before, last] : [last, before]
  return relations.find((relation) => relation.resource === resource && relation.parent === parent)
}
