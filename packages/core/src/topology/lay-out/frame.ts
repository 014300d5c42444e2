import type { Position } from '../node.js'
import type { Row } from './draw-block.js'

/** A position relative to the orientation: `along` the direction from parents to children, and `across` it. */
export interface Place {
  /** Pixels; grows from parents to children. */
  readonly along: number
  /** Pixels, or an angle if rows are rings. */
  readonly across: number
}

/** The space that a row of a block covers, relative to the block's middle. */
export interface Band {
  readonly along: number
  readonly from: number
  readonly to: number
}

/** The measured rows of a block. */
export interface Shape {
  readonly bands: readonly Band[]
  /** The distance between two columns. */
  readonly columnWidth: number
}

/** The geometry of an orientation. */
export interface Frame {
  /** The distance from a parent to its child, along. */
  readonly step: number
  /** The preferred place of a block without placed parents. */
  readonly start: Place
  /** A full turn across, if rows are rings. */
  readonly turn: number
  /** The maximum extent of a node along. Nodes farther away than this never overlap. */
  readonly reach: number
  placeOf(position: Position): Place
  positionOf(place: Place): Position
  /**
   * The column of a placed node, for a block that begins at `along`; `undefined` if the node has no direction from
   * there.
   */
  columnOf(place: Place, along: number): number | undefined
  /** The maximum number of columns for a layer with this many nodes. */
  columnsFor(count: number): number
  /** The minimum distance across between two nodes at these places along. */
  distance(along: number, otherAlong: number): number
  /** The maximum of `distance` for a node. */
  longestDistance(along: number): number
  /** Converts a distance across to pixels. */
  pixels(across: number, along: number): number
  /** The mean of places across; `undefined` = no preference. */
  mean(places: readonly Place[]): number | undefined
  /**
   * Measures the rows of a block.
   *
   * @param floors the minimum of each row, along
   */
  shapeOf(rows: readonly Row[], floors: readonly number[]): Shape
}
