import type { Point, Rect } from '@opsgraph/draw'
import { GraphPainter, type PainterEvents } from './graph-painter.js'
import type { Marks } from './painting.js'
import { type Palette, readPalette } from './palette.js'
import { findNodeAt, type GraphToDraw, getBox, type PlacedGraph } from './placed-graph.js'
import { fitView, panView, revealInView, type Size, toGraphPoint, type View, zoomView } from './view.js'

interface GraphViewEvents extends Pick<PainterEvents, 'onPlaced' | 'onFailed'> {
  /** Called after each redraw of the canvas. */
  readonly onChange: () => void
}

/**
 * Shows a graph on a canvas with an offset and a scale. After a change it redraws the canvas, at most once per frame.
 */
export class GraphView {
  readonly #canvas: HTMLCanvasElement
  readonly #painter: GraphPainter
  readonly #onChange: () => void
  #marks: Marks | undefined
  #palette: Palette
  #placed: PlacedGraph | undefined
  /** Whether the view must be fitted to the graph as soon as the worker has laid it out. */
  #isToFit = true
  #size: Size = { width: 1, height: 1 }
  #view: View = { x: 0, y: 0, scale: 1 }
  #frame: number | undefined

  constructor(canvas: HTMLCanvasElement, { onPlaced, onFailed, onChange }: GraphViewEvents) {
    this.#canvas = canvas
    this.#onChange = onChange
    this.#palette = readPalette(canvas)
    this.#painter = new GraphPainter({
      onFailed,
      onPainted: () => this.#redraw(),
      onPlaced: (placed) => {
        this.#placed = placed
        if (this.#isToFit) this.fit()
        this.#isToFit = false
        this.#redraw()
        onPlaced(placed)
      },
    })
  }

  get placed(): PlacedGraph | undefined {
    return this.#placed
  }

  /**
   * Shows a graph, as soon as the worker has laid it out.
   *
   * @param isNew whether this is a different graph, and not a change of the previous one; the view is then fitted to it
   */
  draw(graph: GraphToDraw, isNew: boolean): void {
    if (isNew) this.#isToFit = true
    this.#painter.draw(graph)
    this.#redraw()
  }

  mark(marks: Marks): void {
    this.#marks = marks
    this.#painter.setStyle(marks, this.#palette)
    this.#redraw()
  }

  /** Reads the colors from the page again, after they have changed. */
  recolor(): void {
    this.#palette = readPalette(this.#canvas)
    if (this.#marks !== undefined) this.mark(this.#marks)
  }

  /** Changes the size of the viewport. The center of the view stays the same. */
  resize(size: Size): void {
    this.#view = panView(this.#view, (size.width - this.#size.width) / 2, (size.height - this.#size.height) / 2)
    this.#size = size
    this.#redraw()
  }

  fit(): void {
    if (this.#placed !== undefined) this.#setView(fitView(this.#placed.bounds, this.#size))
  }

  pan(dx: number, dy: number): void {
    this.#setView(panView(this.#view, dx, dy))
  }

  /**
   * Multiplies the scale by a factor.
   *
   * @param at the point of the viewport that stays in place; by default the center of the viewport
   */
  zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#setView(zoomView(this.#view, factor, at))
  }

  /** Pans by the least distance that makes a node visible. */
  reveal(node: number): void {
    if (this.#placed !== undefined) this.#setView(revealInView(this.#view, getBox(this.#placed, node), this.#size))
  }

  /** Returns the index of the node at a point of the viewport; -1 if there is none. */
  findNodeAt(at: Point): number {
    return this.#placed === undefined ? -1 : findNodeAt(this.#placed, toGraphPoint(this.#view, at))
  }

  /** Converts a distance in the viewport to a distance in the graph. */
  toGraphDistance(distance: Point): Point {
    return { x: distance.x / this.#view.scale, y: distance.y / this.#view.scale }
  }

  /** Returns the box of a node in pixels of the viewport. */
  getViewportBox(node: number): Rect | undefined {
    if (this.#placed === undefined) return undefined
    const { left, top, right, bottom } = getBox(this.#placed, node)
    const { x, y, scale } = this.#view
    return { left: left * scale + x, top: top * scale + y, right: right * scale + x, bottom: bottom * scale + y }
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#painter.stop()
  }

  #setView(view: View): void {
    this.#view = view
    this.#redraw()
  }

  #redraw(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined
      this.#show()
    })
  }

  #show(): void {
    const density = window.devicePixelRatio
    const { width, height } = this.#size
    const [wide, high] = [Math.round(width * density), Math.round(height * density)]
    if (this.#canvas.width !== wide || this.#canvas.height !== high)
      Object.assign(this.#canvas, { width: wide, height: high })
    const pen = this.#canvas.getContext('2d', { alpha: false })
    if (pen === null) return
    pen.setTransform(density, 0, 0, density, 0, 0)
    pen.fillStyle = this.#palette.ground
    pen.fillRect(0, 0, width, height)
    // Round the offset to whole device pixels, so that a sharp picture stays sharp.
    const whole = (value: number) => Math.round(value * density) / density
    const view = { x: whole(this.#view.x), y: whole(this.#view.y), scale: this.#view.scale }
    const picture = this.#painter.show(pen, { view, size: this.#size, density })
    // Tests and scripts read these attributes of the canvas, to wait for a sharp picture and to get its scale.
    Object.assign(this.#canvas.dataset, { picture, scale: String(view.scale) })
    this.#onChange()
  }
}
