import type { Position } from '../graph.js'
import type { Row } from './assign-columns.js'
import { CLEARANCE, NODE_SIZE } from './canvas.js'
import type { Frame, FramePosition, Shape } from './frame.js'

/** A layer with more nodes than this is divided into several rows. */
const MAX_NODES_IN_ONE_ROW = 12

interface Axes {
  /**
   * Distances in pixels: between layers (`step`), between rows of the same layer (`rowStep`) and between columns
   * (`columnStep`).
   */
  readonly step: number
  readonly rowStep: number
  readonly columnStep: number
  /**
   * The size of a node plus `CLEARANCE`: in the direction `along` (`clearDistance`) and in the direction `across`
   * (`columnClearDistance`).
   */
  readonly clearDistance: number
  readonly columnClearDistance: number
  readonly toFramePosition: (position: Position) => FramePosition
  readonly toCanvasPosition: (position: FramePosition) => Position
}

/** The axes for the orientation `TB`, in which children are below their parents. */
const DOWN: Axes = {
  step: NODE_SIZE.height + 80,
  rowStep: NODE_SIZE.height + 30,
  columnStep: NODE_SIZE.width + 40,
  clearDistance: NODE_SIZE.height + CLEARANCE,
  columnClearDistance: NODE_SIZE.width + CLEARANCE,
  toFramePosition: ({ x, y }) => ({ along: y, across: x }),
  toCanvasPosition: ({ along, across }) => ({ x: across, y: along }),
}

/** The axes for the orientation `LR`, in which children are to the right of their parents. */
const RIGHT: Axes = {
  step: NODE_SIZE.width + 100,
  rowStep: NODE_SIZE.width + 40,
  columnStep: NODE_SIZE.height + 30,
  clearDistance: NODE_SIZE.width + CLEARANCE,
  columnClearDistance: NODE_SIZE.height + CLEARANCE,
  toFramePosition: ({ x, y }) => ({ along: x, across: y }),
  toCanvasPosition: ({ along, across }) => ({ x: along, y: across }),
}

/** The frame for `TB` and `LR`: rows are straight lines. */
class StraightFrame implements Frame {
  readonly step: number
  readonly clearDistance: number
  readonly start: FramePosition = { along: 0, across: 0 }
  readonly turn = Number.POSITIVE_INFINITY

  constructor(readonly axes: Axes) {
    this.step = axes.step
    this.clearDistance = axes.clearDistance
  }

  toFramePosition(position: Position): FramePosition {
    return this.axes.toFramePosition(position)
  }

  toCanvasPosition(position: FramePosition): Position {
    return this.axes.toCanvasPosition(position)
  }

  columnOf({ across }: FramePosition): number {
    return across / this.axes.columnStep
  }

  maxColumns(count: number): number {
    return Math.max(MAX_NODES_IN_ONE_ROW, Math.ceil(Math.sqrt(count)))
  }

  distance(along: number, otherAlong: number): number {
    return Math.abs(along - otherAlong) < this.clearDistance ? this.axes.columnClearDistance : 0
  }

  longestDistance(): number {
    return this.axes.columnClearDistance
  }

  toPixels(across: number): number {
    return across
  }

  mean(positions: readonly FramePosition[]): number | undefined {
    if (positions.length === 0) return undefined
    return positions.reduce((sum, { across }) => sum + across, 0) / positions.length
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
