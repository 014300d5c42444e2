import type { Marks } from './marks.js'
import type { Palette } from './palette.js'
import type { GraphToDraw, PlacedGraph } from './placed-graph.js'
import type { Size, View } from './view.js'

/** What is to be painted: a window on the graph, and so many pixels around it that are likely to be seen next. */
export interface StillRequest {
  readonly view: View
  readonly size: Size
  readonly margin: Size
  /** Pixels of the screen for each pixel of the page. */
  readonly density: number
  /** Whose look it has: `marks` and `palette` change over time. */
  readonly look: number
}

export type ToPainter =
  | { readonly kind: 'graph'; readonly number: number; readonly graph: GraphToDraw }
  | { readonly kind: 'look'; readonly marks: Marks; readonly palette: Palette }
  | { readonly kind: 'still'; readonly request: StillRequest }

/** A painted window. */
export interface Still {
  readonly request: StillRequest
  readonly bitmap: ImageBitmap
}

export type FromPainter =
  | { readonly kind: 'placed'; readonly number: number; readonly placed: PlacedGraph }
  | { readonly kind: 'still'; readonly still: Still }
  | { readonly kind: 'failed'; readonly message: string }
