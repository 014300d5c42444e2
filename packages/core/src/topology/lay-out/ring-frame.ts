import type { Position } from '../node.js'
import { CLEARANCE, NODE_SIZE } from './canvas.js'
import type { Row } from './draw-block.js'
import type { Band, Frame, Place, Shape } from './frame.js'

/** Rings are ellipses, for boxes are wide and low: what is down counts so many times what is aside. */
export const FLATNESS = 2
/** From a ring to the next one, in pixels aside. */
const STEP = NODE_SIZE.width + 60
/** Boxes whose positions are this far apart do not touch, whatever the angle; with some clearance. */
const APART = Math.hypot(NODE_SIZE.width, NODE_SIZE.height * FLATNESS) + CLEARANCE
const TURN = 2 * Math.PI
/** A layer of more nodes than these stands on several rings. */
const COLUMNS = 12
/** Columns for the root of a layer's size: with these, columns and rings together make the smallest disc. */
const COLUMNS_PER_ROOT = 2.5

/** `CI`: rows are rings around a center, columns are spokes. */
export class RingFrame implements Frame {
  readonly step = STEP
  readonly turn = TURN
  readonly reach = APART
  readonly start: Place = { along: STEP, across: Math.PI / 2 }

  /**
   * @param center the position of the service node
   * @param isFull whether blocks take the whole circle, because nothing but the service node stands there
   */
  constructor(
    readonly center: Position,
    readonly isFull: boolean,
  ) {}

  placeOf({ x, y }: Position): Place {
    const right = x - this.center.x
    const down = (y - this.center.y) * FLATNESS
    return { along: Math.hypot(right, down), across: Math.atan2(down, right) }
  }

  positionOf({ along, across }: Place): Position {
    const down = (along * Math.sin(across)) / FLATNESS
    return { x: this.center.x + along * Math.cos(across), y: this.center.y + down }
  }

  columnOf(place: Place, along: number): number | undefined {
    return hasDirection(place) ? (place.across * Math.max(along, STEP)) / APART : undefined
  }

  columnsFor(count: number): number {
    return Math.max(COLUMNS, Math.ceil(COLUMNS_PER_ROOT * Math.sqrt(count)))
  }

  distance(along: number, otherAlong: number): number {
    return Math.abs(along - otherAlong) < APART ? angleOf(APART, Math.min(along, otherAlong)) : 0
  }

  longestDistance(along: number): number {
    return angleOf(APART, Math.max(0, along - APART))
  }

  pixels(across: number, along: number): number {
    return across * along
  }

  mean(places: readonly Place[]): number | undefined {
    const directed = places.filter(hasDirection)
    const right = directed.reduce((sum, { across }) => sum + Math.cos(across), 0)
    const down = directed.reduce((sum, { across }) => sum + Math.sin(across), 0)
    return directed.length === 0 ? undefined : Math.atan2(down, right)
  }

  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape {
    const columns = rows.map(({ boxes }) => boxes.map(({ column }) => column ?? 0))
    const whole = widthOf(columns) + 1
    const gaps = columns.map((row) => smallestGap(row, whole))
    const columnWidth = this.#columnWidth(rows, floors, { whole, gaps })
    let along = 0
    const bands = columns.map((row, index): Band => {
      const least = radiusOf(APART, Math.min((gaps[index] ?? whole) * columnWidth, Math.PI))
      const room = row.length > 1 ? least : 0
      along = Math.max(along + STEP, floors[index] ?? 0, room)
      return { along, from: (row[0] ?? 0) * columnWidth, to: (row.at(-1) ?? 0) * columnWidth }
    })
    return { bands, columnWidth }
  }

  /** As narrow as the rings allow when there are others on them; the rings then give way to what is left. */
  #columnWidth(
    rows: readonly Row[],
    floors: readonly number[],
    { whole, gaps }: { readonly whole: number; readonly gaps: readonly number[] },
  ): number {
    const widest = TURN / whole
    if (this.isFull) return widest
    let along = 0
    let needed = 0
    for (const [index, row] of rows.entries()) {
      along = Math.max(along + STEP, floors[index] ?? 0)
      if (row.boxes.length > 1) needed = Math.max(needed, angleOf(APART, along) / (gaps[index] ?? 1))
    }
    return Math.min(needed, widest)
  }
}

function hasDirection({ along }: Place): boolean {
  return along >= 1
}

/** The angle under which two points on a ring are so far apart; a whole turn on rings that are too small. */
function angleOf(chord: number, radius: number): number {
  return chord >= 2 * radius ? TURN : 2 * Math.asin(chord / (2 * radius))
}

/** The ring on which two points under an angle are so far apart. */
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

/** Between two neighbors on a ring of so many columns; the last and the first are neighbors. */
function smallestGap(columns: readonly number[], whole: number): number {
  let gap = whole - ((columns.at(-1) ?? 0) - (columns[0] ?? 0))
  for (const [index, column] of columns.entries()) {
    if (index > 0) gap = Math.min(gap, column - (columns[index - 1] ?? 0))
  }
  return gap
}
