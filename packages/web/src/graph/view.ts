import type { Point, Rect } from '@opsgraph/draw'

/** The visible part of a graph: the position of the graph's origin in the viewport, in CSS pixels, and the scale. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The distance in pixels between the border of the viewport and the part of the graph that `fitView` or `revealInView`
 * shows.
 */
const MARGIN = 24
/** The largest scale to which a user can zoom. */
const MAX_SCALE = 2.5
/** The largest scale that `fitView` chooses. A larger scale would not make a small graph easier to read. */
const MAX_FITTED_SCALE = 1
/** The smallest scale of a view. At this scale, 500,000 pixels of the graph fit into 1,000 pixels of the viewport. */
const MIN_SCALE = 0.002

/**
 * Returns the view that shows the whole graph in the middle of the viewport. If the graph is too large even for the
 * smallest scale, the view shows the middle of the graph.
 */
export function fitView({ left, top, right, bottom }: Rect, { width, height }: Size): View {
  const room = { width: Math.max(1, width - 2 * MARGIN), height: Math.max(1, height - 2 * MARGIN) }
  const scale = Math.max(
    MIN_SCALE,
    Math.min(MAX_FITTED_SCALE, room.width / (right - left), room.height / (bottom - top)),
  )
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale }
}

export function panView({ x, y, scale }: View, dx: number, dy: number): View {
  return { x: x + dx, y: y + dy, scale }
}

/** Multiplies the scale by a factor. The point `at` of the viewport stays in place. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor))
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** Converts a point of the viewport to a point of the graph. */
export function toGraphPoint({ x, y, scale }: View, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}

/** Returns the part of the graph that the viewport shows, extended by a margin in pixels on each side. */
export function computeVisibleRect(view: View, { width, height }: Size, margin: Size = { width: 0, height: 0 }): Rect {
  const from = toGraphPoint(view, { x: -margin.width, y: -margin.height })
  const to = toGraphPoint(view, { x: width + margin.width, y: height + margin.height })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

/** Pans by the least distance that makes a rectangle of the graph visible, or as much of it as fits. */
export function revealInView(view: View, rect: Rect, size: Size): View {
  const aside = computePan(rect.left * view.scale + view.x, rect.right * view.scale + view.x, size.width)
  const away = computePan(rect.top * view.scale + view.y, rect.bottom * view.scale + view.y, size.height)
  return aside === 0 && away === 0 ? view : panView(view, aside, away)
}

function computePan(from: number, to: number, room: number): number {
  if (from < MARGIN) return MARGIN - from
  return to > room - MARGIN ? Math.max(room - MARGIN - to, MARGIN - from) : 0
}
