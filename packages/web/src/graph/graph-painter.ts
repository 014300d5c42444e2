import type { Marks } from './painting.js'
import type { Palette } from './palette.js'
import type { GraphToDraw, PlacedGraph } from './placed-graph.js'
import { computeVisibleRect, type Size, type View } from './view.js'

/**
 * A request for a picture of the part of the graph that the viewport shows, and of a margin around it, which the user
 * is likely to see next.
 */
export interface PictureRequest {
  readonly view: View
  readonly size: Size
  readonly margin: Size
  /** The number of device pixels per CSS pixel. */
  readonly density: number
  /** The version of the marks and the palette that the picture shows. */
  readonly styleVersion: number
}

export type ToPainter =
  | { readonly kind: 'graph'; readonly number: number; readonly graph: GraphToDraw }
  | { readonly kind: 'style'; readonly marks: Marks; readonly palette: Palette }
  | { readonly kind: 'picture'; readonly request: PictureRequest }

/** A picture that the worker has painted. */
interface PaintedPicture {
  readonly request: PictureRequest
  readonly bitmap: ImageBitmap
}

export type FromPainter =
  | { readonly kind: 'placed'; readonly number: number; readonly placed: PlacedGraph }
  | { readonly kind: 'picture'; readonly picture: PaintedPicture }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * If painting takes longer than this number of milliseconds, the painter waits until the view is at rest, and shows the
 * previous picture meanwhile.
 */
const MAX_FAST_PAINT = 60
/** Milliseconds without a movement after which the view counts as at rest. */
const REST_DELAY = 90
/** The width of the margin that is painted around the viewport, as a share of the size of the viewport. */
const MARGIN_SHARE = 0.25

export interface PainterEvents {
  readonly onPlaced: (placed: PlacedGraph) => void
  /** Called when the worker has painted a new picture. */
  readonly onPainted: () => void
  readonly onFailed: (message: string) => void
}

/** The view that the canvas should show now. */
type RequestedView = Pick<PictureRequest, 'view' | 'size' | 'density'>

/**
 * Requests pictures of the graph from the worker, one at a time. Until a requested picture arrives, the painter shows
 * the last picture of the whole graph, and on top of it the last picture, both moved and scaled to the current view. So
 * each frame copies at most two bitmaps, however large the graph is.
 */
export class GraphPainter {
  readonly #worker: Worker
  readonly #events: PainterEvents
  #number = 0
  /** The number of the last graph that the worker has laid out. The worker may already be laying out a later graph. */
  #placedNumber = 0
  #styleVersion = 0
  #placed: PlacedGraph | undefined
  #requestedView: RequestedView | undefined
  #picture: PaintedPicture | undefined
  /** The last picture that shows the whole graph. */
  #overview: PaintedPicture | undefined
  #pending: { readonly at: number } | undefined
  /** The milliseconds that the worker needed for the last picture. */
  #paintTime = 0
  #movedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(events: PainterEvents) {
    this.#events = events
    this.#worker = new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromPainter>) => this.#receive(data)
    this.#worker.onerror = () => events.onFailed('the script that draws the graph could not be loaded')
  }

  draw(graph: GraphToDraw): void {
    this.#number++
    this.#send({ kind: 'graph', number: this.#number, graph })
  }

  setStyle(marks: Marks, palette: Palette): void {
    this.#styleVersion++
    this.#send({ kind: 'style', marks, palette })
    this.#requestIfNeeded()
  }

  /**
   * Shows the best available picture of the wanted view. The unit of `pen` must be a CSS pixel.
   *
   * @returns `sharp` if the picture shows the latest graph in exactly this view, `rough` if it is an earlier picture,
   * `none` if there is no picture yet
   */
  show(pen: CanvasRenderingContext2D, wanted: RequestedView): 'none' | 'rough' | 'sharp' {
    if (this.#requestedView === undefined || !isSame(this.#requestedView.view, wanted.view))
      this.#movedAt = performance.now()
    this.#requestedView = wanted
    for (const picture of new Set([this.#overview, this.#picture]))
      if (picture !== undefined) copyPicture(pen, picture, wanted.view)
    this.#requestIfNeeded()
    if (this.#picture === undefined) return 'none'
    return this.#placedNumber === this.#number && this.#isSharp(wanted) ? 'sharp' : 'rough'
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#worker.terminate()
    this.#overview?.bitmap.close()
    this.#picture?.bitmap.close()
  }

  #send(message: ToPainter): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromPainter): void {
    if (message.kind === 'failed') this.#events.onFailed(message.message)
    else if (message.kind === 'placed') this.#receivePlaced(message)
    else this.#receivePicture(message.picture)
  }

  #receivePlaced({ number, placed }: Extract<FromPainter, { kind: 'placed' }>): void {
    if (number !== this.#number) return
    this.#placed = placed
    this.#placedNumber = number
    this.#styleVersion++
    this.#events.onPlaced(placed)
  }

  #receivePicture(picture: PaintedPicture): void {
    this.#paintTime = performance.now() - (this.#pending?.at ?? 0)
    this.#pending = undefined
    const before = this.#picture
    this.#picture = picture
    if (this.#showsAll(picture)) {
      if (this.#overview !== before) this.#overview?.bitmap.close()
      this.#overview = picture
    }
    if (before !== undefined && before !== this.#overview) before.bitmap.close()
    this.#events.onPainted()
    this.#requestIfNeeded()
  }

  #requestIfNeeded(): void {
    clearTimeout(this.#timer)
    if (this.#pending !== undefined || this.#placed === undefined || this.#requestedView === undefined) return
    if (this.#isSharp(this.#requestedView)) return
    const wait =
      this.#paintTime > MAX_FAST_PAINT && this.#picture?.request.styleVersion === this.#styleVersion
        ? this.#computeTimeUntilRest()
        : 0
    if (wait > 0) this.#timer = setTimeout(() => this.#requestIfNeeded(), wait)
    else this.#request(this.#requestedView)
  }

  #computeTimeUntilRest(): number {
    return this.#movedAt + REST_DELAY - performance.now()
  }

  #request({ view, size, density }: RequestedView): void {
    this.#pending = { at: performance.now() }
    const margin = { width: Math.round(size.width * MARGIN_SHARE), height: Math.round(size.height * MARGIN_SHARE) }
    this.#send({ kind: 'picture', request: { view, size, density, margin, styleVersion: this.#styleVersion } })
  }

  /**
   * Whether the last picture has the wanted scale, shows the latest marks and colors, and covers the visible part of
   * the graph.
   */
  #isSharp({ view, size, density }: RequestedView): boolean {
    if (this.#picture === undefined) return false
    const { request } = this.#picture
    if (request.styleVersion !== this.#styleVersion || request.view.scale !== view.scale || request.density !== density)
      return false
    const painted = computeVisibleRect(request.view, request.size, request.margin)
    const seen = computeVisibleRect(view, size)
    return contains(painted, seen) || contains(painted, clipRect(seen, this.#placed?.bounds ?? seen))
  }

  #showsAll({ request }: PaintedPicture): boolean {
    if (this.#placed === undefined) return false
    return contains(computeVisibleRect(request.view, request.size, request.margin), this.#placed.bounds)
  }
}

type Rect = PlacedGraph['bounds']

function contains(outer: Rect, inner: Rect): boolean {
  return (
    outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom
  )
}

function clipRect(rect: Rect, by: Rect): Rect {
  return {
    left: Math.max(rect.left, by.left),
    top: Math.max(rect.top, by.top),
    right: Math.min(rect.right, by.right),
    bottom: Math.min(rect.bottom, by.bottom),
  }
}

function isSame(one: View, other: View): boolean {
  return one.x === other.x && one.y === other.y && one.scale === other.scale
}

function copyPicture(pen: CanvasRenderingContext2D, { bitmap, request }: PaintedPicture, view: View): void {
  const { margin, size } = request
  const by = view.scale / request.view.scale
  const left = view.x - (request.view.x + margin.width) * by
  const top = view.y - (request.view.y + margin.height) * by
  pen.drawImage(bitmap, left, top, (size.width + 2 * margin.width) * by, (size.height + 2 * margin.height) * by)
}
