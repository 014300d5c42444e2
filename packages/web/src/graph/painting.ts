import type { DrawnTopology, Rect } from '@opsgraph/core/browser'
import type { Marks } from './marks.js'
import type { Palette } from './palette.js'
import type { PlacedGraph } from './placed-graph.js'

export type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** All that a painter looks at. */
export interface Painting {
  readonly pen: Pen
  readonly topology: DrawnTopology
  readonly placed: PlacedGraph
  readonly marks: Marks
  readonly palette: Palette
  /** The part of the graph that is painted. */
  readonly seen: Rect
  /** How large the graph is drawn: what would be too small to read is left out, or drawn larger. */
  readonly scale: number
}
