import { LIMITS } from '../../limits.js'
import type { Direction, NeighborLookup } from '../../relation/walk.js'

/** Whether a walk ended at its depth although more lies beyond. */
export interface Cut {
  readonly cut: boolean
  /** Resources of the last level with neighbors that the walk has not reached: the first ones that were found. */
  readonly cutAt: readonly string[]
}

/** Maximum number of resources per look-up. */
const PART = 256

/** The last level of a walk. */
interface LastLevel {
  readonly environment: string
  readonly direction: Direction
  /** The resources of the last level, in the order of the walk. */
  readonly ends: readonly string[]
  /** True if the walk has reached a resource, or began there. */
  readonly hasReached: (resource: string) => boolean
}

/**
 * Looks one level beyond the last level of a walk, in parts of a limited size, until it finds a resource that the walk
 * has not reached (rules.md#reading-the-graph-5; rules.md#simulated-failures-6).
 */
export async function findCut(relations: NeighborLookup, level: LastLevel): Promise<Cut> {
  const { environment, direction, ends, hasReached } = level
  for (let next = 0; next < ends.length; next += PART) {
    const part = ends.slice(next, next + PART)
    const found = (await relations.neighbors(direction, new Map([[environment, part]]))).get(environment)
    const cutAt = part.filter((name) => found?.get(name)?.some((neighbor) => !hasReached(neighbor)))
    if (cutAt.length > 0) return { cut: true, cutAt: cutAt.slice(0, LIMITS.cutAt) }
  }
  return { cut: false, cutAt: [] }
}
