import type { Position } from '../graph.js'
import { CLEARANCE, NODE_SIZE } from './canvas.js'
import type { Row } from './draw-block.js'
import type { Frame, FramePosition, Shape } from './frame.js'

/** A layer with more nodes than this is divided into several rows. */
const COLUMNS = 12

interface Axes {
  /**
   * Distances in pixels: between layers (`step`), between rows of the same layer (`rowStep`) and between columns
   * (`columnStep`).
   */
  readonly step: number
  readonly rowStep: number
  readonly columnStep: number
  /**
   * The size of a node plus `CLEARANCE`: in the direction `along` (`reach`) and in the direction `across`
   * (`columnReach`).
   */
  readonly reach: number
  readonly columnReach: number
  readonly placeOf: (position: Position) => FramePosition
  readonly positionOf: (place: FramePosition) => Position
}

/** For `TB`: children are below their parents. */
const DOWN: Axes = {
  step: NODE_SIZE.height + 80,
  rowStep: NODE_SIZE.height + 30,
  columnStep: NODE_SIZE.width + 40,
  reach: NODE_SIZE.height + CLEARANCE,
  columnReach: NODE_SIZE.width + CLEARANCE,
  placeOf: ({ x, y }) => ({ along: y, across: x }),
  positionOf: ({ along, across }) => ({ x: across, y: along }),
}

/** For `LR`: children are to the right of their parents. */
const RIGHT: Axes = {
  step: NODE_SIZE.width + 100,
  rowStep: NODE_SIZE.width + 40,
  columnStep: NODE_SIZE.height + 30,
  reach: NODE_SIZE.width + CLEARANCE,
  columnReach: NODE_SIZE.height + CLEARANCE,
  placeOf: ({ x, y }) => ({ along: x, across: y }),
  positionOf: ({ along, across }) => ({ x: along, y: across }),
}

/** The frame for `TB` and `LR`: rows are straight lines. */
class StraightFrame implements Frame {
  readonly step: number
  readonly reach: number
  readonly start: FramePosition = { along: 0, across: 0 }
  readonly turn = Number.POSITIVE_INFINITY

  constructor(readonly axes: Axes) {
    this.step = axes.step
    this.reach = axes.reach
  }

  placeOf(position: Position): FramePosition {
    return this.axes.placeOf(position)
  }

  positionOf(place: FramePosition): Position {
    return this.axes.positionOf(place)
  }

  columnOf({ across }: FramePosition): number {
    return across / this.axes.columnStep
  }

  columnsFor(count: number): number {
    return Math.max(COLUMNS, Math.ceil(Math.sqrt(count)))
  }

  distance(along: number, otherAlong: number): number {
    return Math.abs(along - otherAlong) < this.reach ? this.axes.columnReach : 0
  }

  longestDistance(): number {
    return this.axes.columnReach
  }

  pixels(across: number): number {
    return across
  }

  mean(places: readonly FramePosition[]): number | undefined {
    if (places.length === 0) return undefined
    return places.reduce((sum, { across }) => sum + across, 0) / places.length
  }

  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape {
    const { step, rowStep, columnStep } = this.axes
    let along = Number.NEGATIVE_INFINITY
    const bands = rows.map(({ boxes, startsLayer }, index) => {
      along = Math.max(along + (startsLayer ? step : rowStep), floors[index] ?? along)
      return { along, from: (boxes[0]?.column ?? 0) * columnStep, to: (boxes.at(-1)?.column ?? 0) * columnStep }
    })
    return { bands, columnWidth: columnStep }
  }
}

export const DOWNWARD: Frame = new StraightFrame(DOWN)
export const RIGHTWARD: Frame = new StraightFrame(RIGHT)
