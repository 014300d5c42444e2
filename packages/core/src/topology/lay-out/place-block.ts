import type { Steps } from '../../steps.js'
import type { Position } from '../graph.js'
import type { Box } from './box.js'
import { drawBlock, type Row } from './draw-block.js'
import type { Frame, FramePosition, Shape } from './frame.js'
import type { FreeSpace } from './free-space.js'

/**
 * The search for free space for a block tries at most this many places in the direction `along` (see `FramePosition`). These
 * places are one step apart. If no place is free, the block is placed after all other nodes in this direction.
 */
const TRIES = 50
/**
 * A move by one pixel in the direction `along` costs as much as a move by this many pixels to the side. The factor is
 * above 1, so that a row is filled before the next row is used.
 */
const WEIGHT_ALONG = 2

/** A block with more rows than this takes a millisecond or more per try. */
const LARGE_FIT = 50

/** A free place for a block. */
interface Fit {
  readonly shape: Shape
  /** The place of the block's middle in the direction `across`. */
  readonly across: number
}

/**
 * Gives every box of a block its position. First, the boxes are placed relative to each other. Then the whole block is
 * moved to a place that is free. This place is near the parents and children that have a position, and each box comes
 * after its parents.
 *
 * @param start the value of `along` where the block begins if no parent has a position. By default, the block begins
 *   one step before its children that have a position
 */
export function* placeBlock(block: readonly Box[], space: FreeSpace, start?: number): Steps<void> {
  const { frame } = space
  const begin = beginOf(block, frame) ?? start ?? startOf(block, frame)
  giveColumnsAround(block, frame, begin)
  const rows = yield* drawBlock(block, (count) => frame.columnsFor(count))
  const floors = rows.map(({ boxes }) => Math.max(...boxes.map((box) => floorOf(box, frame))))
  floors[0] = Math.max(begin, floors[0] ?? begin)
  const { shape, across } = yield* fit(rows, floors, space)
  for (const [index, { boxes }] of rows.entries()) {
    const along = shape.bands[index]?.along ?? begin
    for (const box of boxes) {
      const place = { along, across: across + (box.column ?? 0) * shape.columnWidth }
      box.position = toWholePixels(frame.positionOf(place))
      space.take(frame.placeOf(box.position))
    }
  }
}

/** Finds the free place with the least cost; {@link WEIGHT_ALONG} explains the cost. */
function* fit(rows: readonly Row[], floors: readonly number[], space: FreeSpace): Steps<Fit> {
  const { frame } = space
  const wish = wishOf(rows, frame.shapeOf(rows, floors), frame)
  let best: (Fit & { readonly cost: number }) | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (rows.length > LARGE_FIT) yield
    const further = attempt * frame.step
    if (best !== undefined && further * WEIGHT_ALONG >= best.cost) return best
    const shape = frame.shapeOf(
      rows,
      floors.map((floor) => floor + further),
    )
    const costOf = (aside: number) => frame.pixels(aside, shape.bands[0]?.along ?? 0) + further * WEIGHT_ALONG
    const across = space.nearest(shape.bands, wish, (aside) => best === undefined || costOf(aside) < best.cost)
    if (across !== undefined) best = { shape, across, cost: costOf(Math.abs(across - wish)) }
  }
  return (
    best ?? {
      shape: frame.shapeOf(
        rows,
        floors.map((floor) => Math.max(floor, space.outermost + frame.step)),
      ),
      across: wish,
    }
  )
}

/**
 * The preferred place of a block's middle in the direction `across`. This place brings each box close to the connected
 * boxes that have a position.
 */
function wishOf(rows: readonly Row[], { columnWidth }: Shape, frame: Frame): number {
  const places: FramePosition[] = []
  for (const box of rows.flatMap(({ boxes }) => boxes)) {
    for (const { along, across } of placesAround(box, frame)) {
      places.push({ along, across: across - (box.column ?? 0) * columnWidth })
    }
  }
  return frame.mean(places) ?? frame.start.across
}

/**
 * Gives a column to each parent and child of the boxes, if the parent or child has a position. `drawBlock` then places
 * the boxes near these columns.
 */
function giveColumnsAround(block: readonly Box[], frame: Frame, begin: number): void {
  for (const box of block) {
    for (const neighbor of [...box.parents, ...box.children]) {
      if (neighbor.position === undefined) continue
      neighbor.column = frame.columnOf(frame.placeOf(neighbor.position), begin)
    }
  }
}

function beginOf(block: readonly Box[], frame: Frame): number | undefined {
  const floors = block.map((box) => floorOf(box, frame)).filter(Number.isFinite)
  return floors.length === 0 ? undefined : Math.min(...floors)
}

function startOf(block: readonly Box[], frame: Frame): number {
  const children = block.flatMap((box) => box.children.flatMap((child) => placesOf(child, frame)))
  return children.length === 0 ? frame.start.along : Math.min(...children.map(({ along }) => along)) - frame.step
}

/** The minimum of `along` for a box, so that the box comes after all of its parents that have a position. */
function floorOf(box: Box, frame: Frame): number {
  const parents = box.parents.flatMap((parent) => placesOf(parent, frame))
  return parents.reduce((most, { along }) => Math.max(most, along + frame.step), Number.NEGATIVE_INFINITY)
}

function placesAround(box: Box, frame: Frame): readonly FramePosition[] {
  return [...box.parents, ...box.children].flatMap((neighbor) => placesOf(neighbor, frame))
}

function placesOf({ position }: Box, frame: Frame): readonly FramePosition[] {
  return position === undefined ? [] : [frame.placeOf(position)]
}

/** Rounds a position. Adding 0 turns -0 into 0. */
function toWholePixels({ x, y }: Position): Position {
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 }
}
