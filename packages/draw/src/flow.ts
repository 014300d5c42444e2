import type { Orientation } from '@opsgraph/core'
import { cornersOf, middleOf, type Point, type Rect } from './geometry.js'

/** A point relative to a direction, in pixels: `along` in this direction, `across` perpendicular to the direction. */
export interface FlowPoint {
  readonly along: number
  readonly across: number
}

/** The extent of a box: from `start` to `end` in the direction of a flow, from `low` to `high` perpendicular to it. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly low: number
  readonly high: number
}

/** The direction in which edges are drawn, and how boxes and points appear in it. */
export interface Flow {
  /** Boxes belong to one row if their centers are at most this many pixels apart in the direction of the flow. */
  readonly rowHeight: number
  pointOf(place: FlowPoint): Point
  spanOf(box: Rect): Span
  /** The point where an edge leaves a box. */
  exit(box: Rect): FlowPoint
  entry(box: Rect): FlowPoint
}

/** The flow for `TB`: edges leave a box at the bottom and enter the next box at the top. */
const DOWNWARD_FLOW: Flow = {
  rowHeight: 30,
  pointOf: ({ along, across }) => ({ x: across, y: along }),
  spanOf: ({ left, top, right, bottom }) => ({ start: top, end: bottom, low: left, high: right }),
  exit: (box) => ({ along: box.bottom, across: middleOf(box).x }),
  entry: (box) => ({ along: box.top, across: middleOf(box).x }),
}

/** The flow for `LR`: edges leave a box on the right and enter the next box on the left. */
const RIGHTWARD_FLOW: Flow = {
  rowHeight: 60,
  pointOf: ({ along, across }) => ({ x: along, y: across }),
  spanOf: ({ left, top, right, bottom }) => ({ start: left, end: right, low: top, high: bottom }),
  exit: (box) => ({ along: box.right, across: middleOf(box).y }),
  entry: (box) => ({ along: box.left, across: middleOf(box).y }),
}

/**
 * Returns the direction of all edges; `undefined` for the orientation `CI`, in which each edge has its own direction.
 */
export function commonFlow(orientation: Orientation): Flow | undefined {
  switch (orientation) {
    case 'TB':
      return DOWNWARD_FLOW
    case 'LR':
      return RIGHTWARD_FLOW
    case 'CI':
      return undefined
  }
}

/**
 * Returns the flow from the center of a box to the center of another box. In this flow, routes begin and end at the
 * centers of boxes. Where a route is inside of its two boxes, it is not visible.
 */
export function flowBetween(from: Rect, to: Rect): Flow {
  const [origin, end] = [middleOf(from), middleOf(to)]
  const length = Math.hypot(end.x - origin.x, end.y - origin.y) || 1
  const [right, down] = [(end.x - origin.x) / length, (end.y - origin.y) / length]
  const placeOf = ({ x, y }: Point): FlowPoint => ({
    along: (x - origin.x) * right + (y - origin.y) * down,
    across: (y - origin.y) * right - (x - origin.x) * down,
  })
  return {
    rowHeight: 60,
    pointOf: ({ along, across }) => ({
      x: origin.x + along * right - across * down,
      y: origin.y + along * down + across * right,
    }),
    spanOf: (box) => spanOfPoints(cornersOf(box).map(placeOf)),
    exit: (box) => placeOf(middleOf(box)),
    entry: (box) => placeOf(middleOf(box)),
  }
}

function spanOfPoints(places: readonly FlowPoint[]): Span {
  const [alongs, acrosses] = [places.map(({ along }) => along), places.map(({ across }) => across)]
  return {
    start: Math.min(...alongs),
    end: Math.max(...alongs),
    low: Math.min(...acrosses),
    high: Math.max(...acrosses),
  }
}
