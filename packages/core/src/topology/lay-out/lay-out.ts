import { type Steps, withoutPauses } from '../../steps.js'
import type { GraphInput, Position } from '../graph.js'
import type { Orientation } from '../topology.js'
import { type Box, createBoxes } from './box.js'
import type { Frame } from './frame.js'
import { FreeSpace } from './free-space.js'
import { placeBlock } from './place-block.js'
import { RingFrame } from './ring-frame.js'
import { DOWNWARD, RIGHTWARD } from './straight-frame.js'

const NONE_FIXED: ReadonlySet<string> = new Set()
const ORIGIN: Position = { x: 0, y: 0 }

/**
 * Lays out a topology: computes a position in whole pixels for every node that is not fixed (rules.md#positions).
 *
 * @param fixed the ids of the nodes that stay at their `position`; the positions of all other nodes are ignored
 *
 * @example
 * ```ts
 * import { layOut } from '@opsgraph/core/pure'
 *
 * const at = { params: {}, icon: '', hierarchyConfig: {}, position: { x: 0, y: 0 } }
 * const nodes = [
 *   { ...at, id: 'shop', kind: 'service' as const, label: 'shop' },
 *   { ...at, id: 'production', kind: 'environment' as const, label: 'Production' },
 * ]
 * const positions = layOut({ nodes, edges: [{ id: '1', source: 'shop', target: 'production' }] }, 'TB')
 * console.log(positions.get('production')) // { x: 0, y: 140 }
 * ```
 */
export function layOut(
  graph: GraphInput,
  orientation: Orientation,
  fixed: ReadonlySet<string> = NONE_FIXED,
): ReadonlyMap<string, Position> {
  return withoutPauses(layOutInSteps(graph, orientation, fixed))
}

/** The lay-out yields after placing this many boxes. */
const BOXES_AT_ONCE = 200

/** Like {@link layOut}, but yields for pauses. */
export function* layOutInSteps(
  graph: GraphInput,
  orientation: Orientation,
  fixed: ReadonlySet<string> = NONE_FIXED,
): Steps<ReadonlyMap<string, Position>> {
  const boxes = createBoxes(graph, fixed)
  const service = boxes.find(({ kind }) => kind === 'service')
  yield
  if (service?.isNew) yield* placeService(service, boxes, orientation)
  const space = createFreeSpace(boxes, chooseFrame(orientation, boxes, service))
  const blocks = splitIntoBlocks(boxes)
  yield
  let placed = 0
  for (const block of blocks) {
    yield* placeBlock(block, space)
    placed += block.length
    if (placed < BOXES_AT_ONCE) continue
    placed = 0
    yield
  }
  return new Map(boxes.flatMap(({ id, isNew, position }) => (isNew && position !== undefined ? [[id, position]] : [])))
}

function placeService(service: Box, boxes: readonly Box[], orientation: Orientation): Steps<void> {
  const frame = orientation === 'LR' ? RIGHTWARD : DOWNWARD
  return placeBlock(
    [service],
    createFreeSpace(boxes, frame),
    orientation === 'CI' ? meanYOfChildren(service) : undefined,
  )
}

/**
 * The y at which the search for free space for the service node starts in the orientation `CI`: the mean y of the
 * children that have a position; 0 if no child has a position. The service node is the center of the rings.
 */
function meanYOfChildren({ children }: Box): number {
  const ys = children.flatMap(({ position }) => (position === undefined ? [] : [position.y]))
  return ys.length === 0 ? 0 : ys.reduce((sum, y) => sum + y, 0) / ys.length
}

function chooseFrame(orientation: Orientation, boxes: readonly Box[], service: Box | undefined): Frame {
  if (orientation === 'TB') return DOWNWARD
  if (orientation === 'LR') return RIGHTWARD
  const isAlone = boxes.every((box) => box === service || box.position === undefined)
  return new RingFrame(service?.position ?? ORIGIN, isAlone)
}

function createFreeSpace(boxes: readonly Box[], frame: Frame): FreeSpace {
  const space = new FreeSpace(frame)
  for (const { position } of boxes) if (position !== undefined) space.occupy(frame.toFramePosition(position))
  return space
}

/**
 * Splits the boxes without a position into blocks that are laid out separately. Two boxes are in the same block if an
 * edge connects them, if both have the same parents, or if both have no parents.
 */
export function splitIntoBlocks(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const neighbors = findNeighbors(boxes.filter(isUnplaced))
  const blocks: (readonly Box[])[] = []
  const found = new Set<Box>()
  for (const start of neighbors.keys()) {
    if (found.has(start)) continue
    const block = findConnected(start, neighbors)
    for (const box of block) found.add(box)
    blocks.push([...block].sort((left, right) => left.rank - right.rank))
  }
  return blocks
}

export function isUnplaced(box: Box): boolean {
  return box.isNew && box.position === undefined
}

function findNeighbors(unplaced: readonly Box[]): ReadonlyMap<Box, readonly Box[]> {
  const neighbors = new Map<Box, Box[]>(
    unplaced.map((box) => [box, [...box.parents, ...box.children].filter(isUnplaced)]),
  )
  const lastSiblings = new Map<string, Box>()
  for (const box of unplaced) {
    if (box.parents.some(isUnplaced)) continue
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
 * All boxes that are connected to `start`. A loop over a set also visits the boxes that are added during the loop.
 */
function findConnected(start: Box, neighbors: ReadonlyMap<Box, readonly Box[]>): ReadonlySet<Box> {
  const reached = new Set([start])
  for (const box of reached) for (const neighbor of neighbors.get(box) ?? []) reached.add(neighbor)
  return reached
}
