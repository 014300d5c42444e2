import type { Steps } from '../../steps.js'
import type { Position } from '../graph.js'
import { assignColumns, type Row } from './assign-columns.js'
import type { Box } from './box.js'
import type { Frame, FramePosition, Shape } from './frame.js'
import type { FreeSpace } from './free-space.js'

/**
 * The search for free space for a block tries at most this many positions in the direction `along` (see
 * `FramePosition`), one step apart. If none is free, the block is placed after all other nodes in this direction.
 */
const MAX_PLACEMENT_TRIES = 50
/**
 * A move by one pixel in the direction `along` costs as much as a move by this many pixels to the side. The factor is
 * above 1, so that a row is filled before the next row is used.
 */
const COST_ALONG = 2

/** A try takes a millisecond or more for a block with more rows than this, so the search then yields between tries. */
const LARGE_BLOCK_ROWS = 50

/** Free space for a block. */
interface Placement {
  readonly shape: Shape
  /** The position of the middle of the block in the direction `across`. */
  readonly across: number
}

/**
 * Gives every box of a block its position. First, the boxes are placed relative to each other. Then the whole block is
 * moved to free space near the parents and children that have a position. Each box comes after its parents.
 *
 * @param start the value of `along` where the block begins if no parent has a position. By default, the block begins
 *   one step before its children that have a position
 */
export function* placeBlock(block: readonly Box[], space: FreeSpace, start?: number): Steps<void> {
  const { frame } = space
  const begin = beginAfterParents(block, frame) ?? start ?? beginBeforeChildren(block, frame)
  setColumnsAround(block, frame, begin)
  const rows = yield* assignColumns(block, (count) => frame.maxColumns(count))
  const floors = rows.map(({ boxes }) => Math.max(...boxes.map((box) => minAlong(box, frame))))
  floors[0] = Math.max(begin, floors[0] ?? begin)
  const { shape, across } = yield* findSpace(rows, floors, space)
  for (const [index, { boxes }] of rows.entries()) {
    const along = shape.bands[index]?.along ?? begin
    for (const box of boxes) {
      const position = { along, across: across + (box.column ?? 0) * shape.columnWidth }
      box.position = toWholePixels(frame.toCanvasPosition(position))
      space.occupy(frame.toFramePosition(box.position))
    }
  }
}

/** Finds the free space with the least cost; {@link COST_ALONG} explains the cost. */
function* findSpace(rows: readonly Row[], floors: readonly number[], space: FreeSpace): Steps<Placement> {
  const { frame } = space
  const preferred = preferredAcross(rows, frame.shapeOf(rows, floors), frame)
  let best: (Placement & { readonly cost: number }) | undefined
  for (let attempt = 0; attempt < MAX_PLACEMENT_TRIES; attempt++) {
    if (rows.length > LARGE_BLOCK_ROWS) yield
    const further = attempt * frame.step
    if (best !== undefined && further * COST_ALONG >= best.cost) return best
    const shape = frame.shapeOf(
      rows,
      floors.map((floor) => floor + further),
    )
    const costOf = (aside: number) => frame.toPixels(aside, shape.bands[0]?.along ?? 0) + further * COST_ALONG
    const across = space.nearest(shape.bands, preferred, (aside) => best === undefined || costOf(aside) < best.cost)
    if (across !== undefined) best = { shape, across, cost: costOf(Math.abs(across - preferred)) }
  }
  return (
    best ?? {
      shape: frame.shapeOf(
        rows,
        floors.map((floor) => Math.max(floor, space.outermost + frame.step)),
      ),
      across: preferred,
    }
  )
}

/**
 * The preferred position of the middle of a block in the direction `across`. It brings each box close to the connected
 * boxes that have a position.
 */
function preferredAcross(rows: readonly Row[], { columnWidth }: Shape, frame: Frame): number {
  const positions: FramePosition[] = []
  for (const box of rows.flatMap(({ boxes }) => boxes)) {
    for (const { along, across } of positionsAround(box, frame)) {
      positions.push({ along, across: across - (box.column ?? 0) * columnWidth })
    }
  }
  return frame.mean(positions) ?? frame.start.across
}

/**
 * Gives a column to those parents and children of the boxes that have a position. `assignColumns` then places the boxes
 * near these columns.
 */
function setColumnsAround(block: readonly Box[], frame: Frame, begin: number): void {
  for (const box of block) {
    for (const neighbor of [...box.parents, ...box.children]) {
      if (neighbor.position === undefined) continue
      neighbor.column = frame.columnOf(frame.toFramePosition(neighbor.position), begin)
    }
  }
}

function beginAfterParents(block: readonly Box[], frame: Frame): number | undefined {
  const floors = block.map((box) => minAlong(box, frame)).filter(Number.isFinite)
  return floors.length === 0 ? undefined : Math.min(...floors)
}

function beginBeforeChildren(block: readonly Box[], frame: Frame): number {
  const children = block.flatMap((box) => box.children.flatMap((child) => positionsOf(child, frame)))
  return children.length === 0 ? frame.start.along : Math.min(...children.map(({ along }) => along)) - frame.step
}

/** The minimum of `along` for a box, so that the box comes after all of its parents that have a position. */
function minAlong(box: Box, frame: Frame): number {
  const parents = box.parents.flatMap((parent) => positionsOf(parent, frame))
  return parents.reduce((most, { along }) => Math.max(most, along + frame.step), Number.NEGATIVE_INFINITY)
}

function positionsAround(box: Box, frame: Frame): readonly FramePosition[] {
  return [...box.parents, ...box.children].flatMap((neighbor) => positionsOf(neighbor, frame))
}

function positionsOf({ position }: Box, frame: Frame): readonly FramePosition[] {
  return position === undefined ? [] : [frame.toFramePosition(position)]
}

/** Rounds a position. Adding 0 turns -0 into 0. */
function toWholePixels({ x, y }: Position): Position {
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 }
}
