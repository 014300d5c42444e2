import type { Point, Rect } from '@opsgraph/draw'
import type { Drag } from './gestures.js'
import type { GraphView } from './graph-view.js'

/** How a pointer may edit a graph. */
export interface Editing {
  readonly canMove: (id: string) => boolean
  /** @param by the distance of the movement in pixels of the graph */
  readonly onMove: (id: string, by: Point) => void
  readonly onConnect: (source: string, target: string) => void
}

interface DragContext {
  readonly view: GraphView
  readonly layer: EditLayer
  readonly editing: Editing
  readonly idOf: (node: number) => string | undefined
  /** The index of the selected node, which is the only node with a handle; -1 = no node is selected. */
  readonly selected: number
}

/** The maximum distance from the handle of a node at which a press counts as a press on the handle, in pixels. */
const HANDLE_RADIUS = 14

/**
 * Starts a drag after a press at a point of the viewport. A drag from a handle draws a new edge; a drag from elsewhere
 * in a node moves the node. Returns `undefined` if the press is on neither a handle nor a movable node.
 */
export function startDrag(at: Point, grabbed: DragContext): Drag | undefined {
  const { view, editing, idOf, selected } = grabbed
  const source = idOf(selected)
  const box = view.getViewportBox(selected)
  if (source !== undefined && box !== undefined && editing.canMove(source) && isNear(at, locateHandle(box))) {
    return dragNewEdge(source, locateHandle(box), grabbed)
  }
  const number = view.findNodeAt(at)
  const id = idOf(number)
  return id !== undefined && editing.canMove(id) ? dragNode(id, number, { at, grabbed }) : undefined
}

/** Returns the position of a node's handle: the middle of the lower border of its box. */
export function locateHandle({ left, right, bottom }: Rect): Point {
  return { x: (left + right) / 2, y: bottom }
}

function dragNewEdge(source: string, from: Point, { view, layer, editing, idOf }: DragContext): Drag {
  return {
    move: (to) => layer.showLine(from, to),
    drop: (to) => {
      layer.clear()
      const target = idOf(view.findNodeAt(to))
      if (target !== undefined && target !== source) editing.onConnect(source, target)
    },
    cancel: () => layer.clear(),
  }
}

function dragNode(id: string, number: number, { at, grabbed }: { at: Point; grabbed: DragContext }): Drag {
  const { view, layer, editing } = grabbed
  const by = (to: Point): Point => ({ x: to.x - at.x, y: to.y - at.y })
  return {
    move: (to) => {
      const box = view.getViewportBox(number)
      if (box !== undefined) layer.showBox(box, by(to))
    },
    drop: (to) => {
      layer.clear()
      editing.onMove(id, view.toGraphDistance(by(to)))
    },
    cancel: () => layer.clear(),
  }
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) <= HANDLE_RADIUS
}

/**
 * An overlay that shows shapes while a pointer edits the graph. It is a separate layer, so that the graph need not be
 * painted again whenever the pointer moves.
 */
export class EditLayer {
  readonly #box: SVGRectElement
  readonly #line: SVGLineElement
  readonly #handle: SVGCircleElement

  constructor(svg: SVGSVGElement) {
    this.#box = appendShape(svg, 'rect', { rx: '10' })
    this.#line = appendShape(svg, 'line', {})
    this.#handle = appendShape(svg, 'circle', { r: '7' })
    this.clear()
    this.showHandle(undefined)
  }

  /** Shows the outline of a node that is being moved. */
  showBox({ left, top, right, bottom }: Rect, by: Point): void {
    const size = { width: right - left, height: bottom - top }
    showShape(this.#box, { x: left + by.x, y: top + by.y, ...size })
  }

  /** Shows the edge that is being drawn. */
  showLine(from: Point, to: Point): void {
    showShape(this.#line, { x1: from.x, y1: from.y, x2: to.x, y2: to.y })
  }

  /** Shows the handle at `at`, from which a new edge can be drawn; hides the handle if `at` is `undefined`. */
  showHandle(at: Point | undefined): void {
    if (at === undefined) this.#handle.setAttribute('visibility', 'hidden')
    else showShape(this.#handle, { cx: at.x, cy: at.y })
  }

  clear(): void {
    for (const shape of [this.#box, this.#line]) shape.setAttribute('visibility', 'hidden')
  }

  stop(): void {
    for (const shape of [this.#box, this.#line, this.#handle]) shape.remove()
  }
}

function appendShape<Name extends 'rect' | 'line' | 'circle'>(
  svg: SVGSVGElement,
  name: Name,
  values: Record<string, string>,
) {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(values)) shape.setAttribute(key, value)
  svg.append(shape)
  return shape
}

function showShape(shape: SVGElement, values: Readonly<Record<string, number>>): void {
  for (const [key, value] of Object.entries(values)) shape.setAttribute(key, String(value))
  shape.setAttribute('visibility', 'visible')
}
