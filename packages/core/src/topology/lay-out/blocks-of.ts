import type { Box } from './box.js'

/**
 * Splits the boxes without a position into blocks that are laid out separately. Two boxes are in the same block if an
 * edge connects them, if both have the same parents, or if both have no parents.
 */
export function blocksOf(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const neighbors = neighborsOf(boxes.filter(isWaiting))
  const blocks: (readonly Box[])[] = []
  const found = new Set<Box>()
  for (const start of neighbors.keys()) {
    if (found.has(start)) continue
    const block = reachedFrom(start, neighbors)
    for (const box of block) found.add(box)
    blocks.push([...block].sort((left, right) => left.rank - right.rank))
  }
  return blocks
}

export function isWaiting(box: Box): boolean {
  return box.isNew && box.position === undefined
}

function neighborsOf(waiting: readonly Box[]): ReadonlyMap<Box, readonly Box[]> {
  const neighbors = new Map<Box, Box[]>(
    waiting.map((box) => [box, [...box.parents, ...box.children].filter(isWaiting)]),
  )
  const lastSiblings = new Map<string, Box>()
  for (const box of waiting) {
    if (box.parents.some(isWaiting)) continue
    const family = box.parents.map(({ rank }) => rank).join()
    const sibling = lastSiblings.get(family)
    lastSiblings.set(family, box)
    if (sibling === undefined) continue
    neighbors.get(sibling)?.push(box)
    neighbors.get(box)?.push(sibling)
  }
  return neighbors
}

/**
 * All boxes that are connected to `start`. The loop also visits boxes that are added to the set during the iteration.
 */
function reachedFrom(start: Box, neighbors: ReadonlyMap<Box, readonly Box[]>): ReadonlySet<Box> {
  const reached = new Set([start])
  for (const box of reached) for (const neighbor of neighbors.get(box) ?? []) reached.add(neighbor)
  return reached
}
