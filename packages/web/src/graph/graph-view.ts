import type { Point, Rect } from '@opsgraph/core/browser'
import { GraphPainter } from './graph-painter.js'
import type { Marks } from './marks.js'
import { type Palette, paletteOf } from './palette.js'
import { boxOf, type GraphToDraw, nodeAt, type PlacedGraph } from './placed-graph.js'
import { fitted, inGraph, panned, revealing, type Size, type View, zoomed } from './view.js'

interface GraphViewEvents {
  readonly onPlaced: (placed: PlacedGraph) => void
  readonly onFailed: (message: string) => void
  /** What is seen has changed. */
  readonly onShown: () => void
}

/** A canvas that shows a graph: which part of it, and how large. It draws when something has changed, at most once a frame. */
export class GraphView {
  readonly #canvas: HTMLCanvasElement
  readonly #painter: GraphPainter
  readonly #onShown: () => void
  #marks: Marks | undefined
  #palette: Palette
  #placed: PlacedGraph | undefined
  /** Whether the next graph is shown as a whole. */
  #isToFit = true
  #size: Size = { width: 1, height: 1 }
  #view: View = { x: 0, y: 0, scale: 1 }
  #frame: number | undefined

  constructor(canvas: HTMLCanvasElement, { onPlaced, onFailed, onShown }: GraphViewEvents) {
    this.#canvas = canvas
    this.#onShown = onShown
    this.#palette = paletteOf(canvas)
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

  /** @param isAnew whether it is another picture than before, which is first shown as a whole */
  draw(graph: GraphToDraw, isAnew: boolean): void {
    if (isAnew) this.#isToFit = true
    this.#painter.draw(graph)
    this.#redraw()
  }

  mark(marks: Marks): void {
    this.#marks = marks
    this.#painter.look(marks, this.#palette)
    this.#redraw()
  }

  /** The page has other colors now. */
  recolor(): void {
    this.#palette = paletteOf(this.#canvas)
    if (this.#marks !== undefined) this.mark(this.#marks)
  }

  /** The window has another size; what is in its middle stays there. */
  resize(size: Size): void {
    this.#view = panned(this.#view, (size.width - this.#size.width) / 2, (size.height - this.#size.height) / 2)
    this.#size = size
    this.#redraw()
  }

  fit(): void {
    if (this.#placed !== undefined) this.#look(fitted(this.#placed.bounds, this.#size))
  }

  pan(dx: number, dy: number): void {
    this.#look(panned(this.#view, dx, dy))
  }

  /** @param at a point of the window that stays where it is; its middle unless told */
  zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#look(zoomed(this.#view, factor, at))
  }

  /** Moves as little as needed to show a node. */
  reveal(node: number): void {
    if (this.#placed !== undefined) this.#look(revealing(this.#view, boxOf(this.#placed, node), this.#size))
  }

  /** The number of the node at a point of the window; -1 = there is none. */
  nodeAt(at: Point): number {
    return this.#placed === undefined ? -1 : nodeAt(this.#placed, inGraph(this.#view, at))
  }

  /** How far a way in the window leads in the graph. */
  inGraph(way: Point): Point {
    return { x: way.x / this.#view.scale, y: way.y / this.#view.scale }
  }

  /** Where a node is seen, in pixels of the window. */
  seenBox(node: number): Rect | undefined {
    if (this.#placed === undefined) return undefined
    const { left, top, right, bottom } = boxOf(this.#placed, node)
    const { x, y, scale } = this.#view
    return { left: left * scale + x, top: top * scale + y, right: right * scale + x, bottom: bottom * scale + y }
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#painter.stop()
  }

  #look(view: View): void {
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
    // On whole pixels of the screen, so that what was painted sharp stays sharp.
    const whole = (value: number) => Math.round(value * density) / density
    const view = { x: whole(this.#view.x), y: whole(this.#view.y), scale: this.#view.scale }
    const picture = this.#painter.show(pen, { view, size: this.#size, density })
    // For whoever waits for it, or wants to know how large it is.
    Object.assign(this.#canvas.dataset, { picture, scale: String(view.scale) })
    this.#onShown()
  }
}
