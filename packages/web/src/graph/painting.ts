import type { DrawnTopology, Rect } from '@opsgraph/draw'
import type { Marks } from './marks.js'
import type { Palette } from './palette.js'
import type { PlacedGraph } from './placed-graph.js'

export type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** The data that all paint functions need. */
export interface Painting {
  readonly pen: Pen
  readonly topology: DrawnTopology
  readonly placed: PlacedGraph
  readonly marks: Marks
  readonly palette: Palette
  /** The part of the graph that is visible and has to be painted. */
  readonly seen: Rect
  /** The scale of the drawing. Details that would be too small to read are left out or enlarged. */
  readonly scale: number
}
