import type { Position } from '../graph.js'
import type { Row } from './assign-columns.js'

/**
 * A position in the coordinates of an orientation (`TB`, `LR` or `CI`): `along` is the direction from parents to
 * children, `across` the direction perpendicular to it.
 */
export interface FramePosition {
  /** The coordinate from parents to children, in pixels: children have greater values. */
  readonly along: number
  /**
   * The coordinate along a row, in pixels. In the orientation `CI`, where rows are rings, it is an angle in radians.
   */
  readonly across: number
}

/** The extent of one row of a block. `from` and `to` are values of `across`, relative to the middle of the block. */
export interface Band {
  readonly along: number
  readonly from: number
  readonly to: number
}

/** The extents of all rows of a block. */
export interface Shape {
  readonly bands: readonly Band[]
  /** The distance between two columns in the direction `across`. */
  readonly columnWidth: number
}

/** The geometry of an orientation (`TB`, `LR` or `CI`). */
export interface Frame {
  /** The minimum distance in the direction `along` from a parent to its child. */
  readonly step: number
  /** The preferred position of a block that is not connected to any node with a position. */
  readonly start: FramePosition
  /** The size of a full circle in the direction `across`, if rows are rings; otherwise infinite. */
  readonly turn: number
  /**
   * Two nodes never overlap if their distance in the direction `along` is at least this value. The value includes
   * `CLEARANCE`.
   */
  readonly clearDistance: number
  toFramePosition(position: Position): FramePosition
  toCanvasPosition(position: FramePosition): Position
  /**
   * The column of a node at a position, in a block that begins at `along`. `undefined` if rows are rings and the node
   * is at their center, because the center has no angle.
   */
  columnOf(position: FramePosition, along: number): number | undefined
  /** Returns the maximum number of columns for a layer with `count` nodes. */
  maxColumns(count: number): number
  /**
   * The minimum distance in the direction `across` at which a node at `along` and a node at `otherAlong` do not
   * overlap; 0 if they do not overlap at any distance.
   */
  distance(along: number, otherAlong: number): number
  /** The maximum that `distance` returns for this `along` and any `otherAlong`. */
  longestDistance(along: number): number
  /** Converts a distance in the direction `across` to pixels, for a row at `along`. */
  toPixels(across: number, along: number): number
  /**
   * The mean of `across` over some positions. Positions at the center of rings do not count. `undefined` if no position
   * counts.
   */
  mean(positions: readonly FramePosition[]): number | undefined
  /**
   * Calculates the extents of all rows of a block.
   *
   * @param floors the minimum of `along` for each row
   */
  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape
}
