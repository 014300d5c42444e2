import type { Marks } from './marks.js'
import type { Palette } from './palette.js'
import type { GraphToDraw, PlacedGraph } from './placed-graph.js'
import type { Size, View } from './view.js'

/**
 * A request for a picture of the viewport and of a margin around the viewport. The user is likely to see this margin
 * next.
 */
export interface StillRequest {
  readonly view: View
  readonly size: Size
  readonly margin: Size
  /** The number of device pixels per CSS pixel. */
  readonly density: number
  /** The version of `marks` and `palette` that the picture shows. */
  readonly look: number
}

export type ToPainter =
  | { readonly kind: 'graph'; readonly number: number; readonly graph: GraphToDraw }
  | { readonly kind: 'look'; readonly marks: Marks; readonly palette: Palette }
  | { readonly kind: 'still'; readonly request: StillRequest }

/** A picture that the worker has painted. */
export interface Still {
  readonly request: StillRequest
  readonly bitmap: ImageBitmap
}

export type FromPainter =
  | { readonly kind: 'placed'; readonly number: number; readonly placed: PlacedGraph }
  | { readonly kind: 'still'; readonly still: Still }
  | { readonly kind: 'failed'; readonly message: string }
