import type { Point, Rect } from '@opsgraph/draw'

/**
 * An overlay that shows shapes while a pointer edits the graph. It is a separate layer, so that the graph need not be
 * painted again at each movement.
 */
export class EditLayer {
  readonly #box: SVGRectElement
  readonly #line: SVGLineElement
  readonly #handle: SVGCircleElement

  constructor(svg: SVGSVGElement) {
    this.#box = added(svg, 'rect', { rx: '10' })
    this.#line = added(svg, 'line', {})
    this.#handle = added(svg, 'circle', { r: '7' })
    this.clear()
    this.handle(undefined)
  }

  /** Shows the outline of a node that is being moved. */
  box({ left, top, right, bottom }: Rect, by: Point): void {
    const size = { width: right - left, height: bottom - top }
    show(this.#box, { x: left + by.x, y: top + by.y, ...size })
  }

  /** Shows the edge that is being drawn. */
  line(from: Point, to: Point): void {
    show(this.#line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y })
  }

  /** Shows the handle at `at`, from which a new edge can be drawn; hides the handle if `at` is `undefined`. */
  handle(at: Point | undefined): void {
    if (at === undefined) this.#handle.setAttribute('visibility', 'hidden')
    else show(this.#handle, { cx: at.x, cy: at.y })
  }

  clear(): void {
    for (const shape of [this.#box, this.#line]) shape.setAttribute('visibility', 'hidden')
  }

  stop(): void {
    for (const shape of [this.#box, this.#line, this.#handle]) shape.remove()
  }
}

function added<Name extends 'rect' | 'line' | 'circle'>(
  svg: SVGSVGElement,
  name: Name,
  values: Record<string, string>,
) {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(values)) shape.setAttribute(key, value)
  svg.append(shape)
  return shape
}

function show(shape: SVGElement, values: Readonly<Record<string, number>>): void {
  for (const [key, value] of Object.entries(values)) shape.setAttribute(key, String(value))
  shape.setAttribute('visibility', 'visible')
}
