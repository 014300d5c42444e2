import type { Point, Rect } from '@opsgraph/draw'
import type { EditLayer } from './edit-layer.js'
import type { Drag } from './gestures.js'
import type { GraphView } from './graph-view.js'

/** Says how a pointer may edit a graph. */
export interface Editing {
  readonly canMove: (id: string) => boolean
  /** @param by the distance of the movement in pixels of the graph */
  readonly onMove: (id: string, by: Point) => void
  readonly onConnect: (source: string, target: string) => void
}

interface Grabbed {
  readonly view: GraphView
  readonly layer: EditLayer
  readonly editing: Editing
  readonly idOf: (node: number) => string | undefined
  /** The index of the selected node, which is the only node with a handle; -1 = no node is selected. */
  readonly selected: number
}

/** The distance in pixels within which a press counts as a press on the handle of a node. */
const REACH = 14

/**
 * Returns the drag that begins with a press at a point of the viewport. The drag draws a new edge or moves a node.
 * Returns `undefined` if the press is on neither a handle nor a movable node.
 */
export function grab(at: Point, grabbed: Grabbed): Drag | undefined {
  const { view, editing, idOf, selected } = grabbed
  const source = idOf(selected)
  const box = view.viewportBox(selected)
  if (source !== undefined && box !== undefined && editing.canMove(source) && isNear(at, handleOf(box))) {
    return newEdge(source, handleOf(box), grabbed)
  }
  const number = view.nodeAt(at)
  const id = idOf(number)
  return id !== undefined && editing.canMove(id) ? moved(id, number, { at, grabbed }) : undefined
}

/** Returns the position of a node's handle: the middle of the lower border of its box. */
export function handleOf({ left, right, bottom }: Rect): Point {
  return { x: (left + right) / 2, y: bottom }
}

function newEdge(source: string, from: Point, { view, layer, editing, idOf }: Grabbed): Drag {
  return {
    move: (to) => layer.line(from, to),
    drop: (to) => {
      layer.clear()
      const target = idOf(view.nodeAt(to))
      if (target !== undefined && target !== source) editing.onConnect(source, target)
    },
    cancel: () => layer.clear(),
  }
}

function moved(id: string, number: number, { at, grabbed }: { at: Point; grabbed: Grabbed }): Drag {
  const { view, layer, editing } = grabbed
  const by = (to: Point): Point => ({ x: to.x - at.x, y: to.y - at.y })
  return {
    move: (to) => {
      const box = view.viewportBox(number)
      if (box !== undefined) layer.box(box, by(to))
    },
    drop: (to) => {
      layer.clear()
      editing.onMove(id, view.inGraph(by(to)))
    },
    cancel: () => layer.clear(),
  }
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) <= REACH
}
