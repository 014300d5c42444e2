import type { Position } from '../graph.js'
import type { Row } from './assign-columns.js'
import { CLEARANCE, NODE_SIZE } from './canvas.js'
import type { Band, Frame, FramePosition, Shape } from './frame.js'

/**
 * Rings are ellipses, because boxes are wider than high: a vertical pixel counts as much as this many horizontal
 * pixels.
 */
export const RING_FLATNESS = 2
/** The minimum distance between two rings, in horizontal pixels. */
const RING_STEP = NODE_SIZE.width + 60
/**
 * Two boxes do not touch at any angle if their positions are this far apart, in horizontal pixels. The distance
 * includes `CLEARANCE`.
 */
const CLEAR_DISTANCE = Math.hypot(NODE_SIZE.width, NODE_SIZE.height * RING_FLATNESS) + CLEARANCE
const FULL_TURN_RADIANS = 2 * Math.PI
/** A layer with more nodes than this is divided among several rings. */
const MAX_NODES_ON_ONE_RING = 12
/**
 * A layer with n nodes has at most this factor times √n columns, which are directions from the center. With this value,
 * the rings take the least space.
 */
const COLUMNS_PER_ROOT = 2.5

/** The frame for `CI`: rows are rings around a center, columns are directions from the center. */
export class RingFrame implements Frame {
  readonly step = RING_STEP
  readonly turn = FULL_TURN_RADIANS
  readonly clearDistance = CLEAR_DISTANCE
  readonly start: FramePosition = { along: RING_STEP, across: Math.PI / 2 }

  /**
   * @param center the position of the service node
   * @param isCircleFree true if blocks may use the full circle, because only the service node has a position
   */
  constructor(
    readonly center: Position,
    readonly isCircleFree: boolean,
  ) {}

  toFramePosition({ x, y }: Position): FramePosition {
    const right = x - this.center.x
    const down = (y - this.center.y) * RING_FLATNESS
    return { along: Math.hypot(right, down), across: Math.atan2(down, right) }
  }

  toCanvasPosition({ along, across }: FramePosition): Position {
    const down = (along * Math.sin(across)) / RING_FLATNESS
    return { x: this.center.x + along * Math.cos(across), y: this.center.y + down }
  }

  columnOf(position: FramePosition, along: number): number | undefined {
    return hasDirection(position) ? (position.across * Math.max(along, RING_STEP)) / CLEAR_DISTANCE : undefined
  }

  maxColumns(count: number): number {
    return Math.max(MAX_NODES_ON_ONE_RING, Math.ceil(COLUMNS_PER_ROOT * Math.sqrt(count)))
  }

  distance(along: number, otherAlong: number): number {
    return Math.abs(along - otherAlong) < CLEAR_DISTANCE ? angleOf(CLEAR_DISTANCE, Math.min(along, otherAlong)) : 0
  }

  longestDistance(along: number): number {
    return angleOf(CLEAR_DISTANCE, Math.max(0, along - CLEAR_DISTANCE))
  }

  toPixels(across: number, along: number): number {
    return across * along
  }

  mean(positions: readonly FramePosition[]): number | undefined {
    const directed = positions.filter(hasDirection)
    const right = directed.reduce((sum, { across }) => sum + Math.cos(across), 0)
    const down = directed.reduce((sum, { across }) => sum + Math.sin(across), 0)
    return directed.length === 0 ? undefined : Math.atan2(down, right)
  }

  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape {
    const columns = rows.map(({ boxes }) => boxes.map(({ column }) => column ?? 0))
    const wholeWidth = widthOf(columns) + 1
    const gaps = columns.map((row) => smallestGap(row, wholeWidth))
    const columnWidth = this.#columnWidth(rows, floors, { whole: wholeWidth, gaps })
    let along = 0
    const bands = columns.map((row, index): Band => {
      const radius = radiusOf(CLEAR_DISTANCE, Math.min((gaps[index] ?? wholeWidth) * columnWidth, Math.PI))
      const minRadius = row.length > 1 ? radius : 0
      along = Math.max(along + RING_STEP, floors[index] ?? 0, minRadius)
      return { along, from: (row[0] ?? 0) * columnWidth, to: (row.at(-1) ?? 0) * columnWidth }
    })
    return { bands, columnWidth }
  }

  /**
   * The width of a column as an angle. If the full circle is free, the columns fill it. Otherwise the columns are as
   * narrow as possible, to leave space for other nodes on the rings. `shapeOf` makes the rings large enough for the
   * columns.
   */
  #columnWidth(
    rows: readonly Row[],
    floors: readonly number[],
    { whole, gaps }: { readonly whole: number; readonly gaps: readonly number[] },
  ): number {
    const widest = FULL_TURN_RADIANS / whole
    if (this.isCircleFree) return widest
    let along = 0
    let needed = 0
    for (const [index, row] of rows.entries()) {
      along = Math.max(along + RING_STEP, floors[index] ?? 0)
      if (row.boxes.length > 1) needed = Math.max(needed, angleOf(CLEAR_DISTANCE, along) / (gaps[index] ?? 1))
    }
    return Math.min(needed, widest)
  }
}

function hasDirection({ along }: FramePosition): boolean {
  return along >= 1
}

/**
 * The angle between two points of a circle that are `chord` apart, seen from the center; a full turn if the circle is
 * too small.
 */
function angleOf(chord: number, radius: number): number {
  return chord >= 2 * radius ? FULL_TURN_RADIANS : 2 * Math.asin(chord / (2 * radius))
}

/** The radius of a circle on which two points with this angle between them have the distance `chord`. */
function radiusOf(chord: number, angle: number): number {
  return chord / (2 * Math.sin(angle / 2))
}

function widthOf(columns: readonly (readonly number[])[]): number {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const row of columns) {
    first = Math.min(first, row[0] ?? first)
    last = Math.max(last, row.at(-1) ?? last)
  }
  return last - first
}

/**
 * The smallest gap between neighboring columns on a ring that is `whole` columns long. The last column and the first
 * column are neighbors too.
 */
function smallestGap(columns: readonly number[], whole: number): number {
  let gap = whole - ((columns.at(-1) ?? 0) - (columns[0] ?? 0))
  for (const [index, column] of columns.entries()) {
    if (index > 0) gap = Math.min(gap, column - (columns[index - 1] ?? 0))
  }
  return gap
}
