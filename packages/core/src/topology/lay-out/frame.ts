import type { Position } from '../node.js'
import type { Row } from './draw-block.js'

/** A position by orientation: how far along the way from parents to children, and where across it. */
export interface Place {
  /** Pixels; grows from parents to children. */
  readonly along: number
  /** Pixels, or an angle where rows are rings. */
  readonly across: number
}

/** A row of a block on its way to a place: what it covers, relative to the block's middle. */
export interface Band {
  readonly along: number
  readonly from: number
  readonly to: number
}

/** The rows of a block, measured. */
export interface Shape {
  readonly bands: readonly Band[]
  /** How far apart two columns are. */
  readonly columnWidth: number
}

/** What an orientation means. */
export interface Frame {
  /** From a parent to its child, along. */
  readonly step: number
  /** Where a block without placed parents would like to stand. */
  readonly start: Place
  /** Once around, where rows are rings. */
  readonly turn: number
  /** The farthest that a node reaches along: what is farther away is never in its way. */
  readonly reach: number
  placeOf(position: Position): Place
  positionOf(place: Place): Position
  /** The column of something placed, for a block that begins at `along`; `undefined` where it has no direction. */
  columnOf(place: Place, along: number): number | undefined
  /** How many columns a layer of so many nodes may have. */
  columnsFor(count: number): number
  /** How far across two nodes must be from each other, given where they are along. */
  distance(along: number, otherAlong: number): number
  /** The most that `distance` tells for a node. */
  longestDistance(along: number): number
  /** What a difference across is in pixels. */
  pixels(across: number, along: number): number
  /** The mean of some places across; `undefined` = anywhere. */
  mean(places: readonly Place[]): number | undefined
  /**
   * Measures the rows of a block.
   *
   * @param floors the least that each row may be along
   */
  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape
}
