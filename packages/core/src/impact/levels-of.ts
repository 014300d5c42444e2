import { LIMITS } from '../limits.js'
import type { NumberedStart } from './ways-up.js'

/**
 * The nodes that a walk from a start reaches within `LIMITS.rollupDepth` levels, each with its level. The start itself
 * has level 0. The nodes are in the order of a breadth-first search.
 *
 * @param neighbors the neighbors of each node; `stated` counts as the first neighbor of the start
 */
export function levelsOf(
  neighbors: readonly (readonly number[])[],
  { node: start, stated }: NumberedStart,
): ReadonlyMap<number, number> {
  const levels = new Map([[start, 0]])
  // The loop over a map also visits the entries that the loop itself adds.
  for (const [node, level] of levels) {
    if (level === LIMITS.rollupDepth) break
    const own = neighbors[node] as readonly number[]
    for (const next of node === start && stated !== undefined ? [stated, ...own] : own) {
      if (!levels.has(next)) levels.set(next, level + 1)
    }
  }
  return levels
}
