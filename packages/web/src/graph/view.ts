import type { Point, Rect } from '@opsgraph/core/browser'

/** What part of a graph is seen: where its origin stands in the window, and how large it is drawn. Pixels of the page. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Free pixels around a graph that is seen as a whole. */
const MARGIN = 24
/** A graph is never drawn larger; and smaller only as far as to see all of it. */
const LARGEST = 2.5
/** What a graph that fits easily is drawn at: larger boxes help nobody. */
const NATURAL = 1
/** Below this no graph is drawn, however large it is. */
const SMALLEST = 0.002

/** The whole graph, in the middle of the window. */
export function fitted({ left, top, right, bottom }: Rect, { width, height }: Size): View {
  const room = { width: Math.max(1, width - 2 * MARGIN), height: Math.max(1, height - 2 * MARGIN) }
  const scale = Math.max(SMALLEST, Math.min(NATURAL, room.width / (right - left), room.height / (bottom - top)))
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 - ((top + bottom) / 2) * scale }
}

export function panned({ x, y, scale }: View, dx: number, dy: number): View {
  return { x: x + dx, y: y + dy, scale }
}

/** Larger or smaller by a factor; what is at a point of the window stays there. */
export function zoomed(view: View, factor: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, view.scale * factor))
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** The point of the graph that a point of the window shows. */
export function inGraph({ x, y, scale }: View, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}

/** The part of the graph that a window shows, with so many pixels more on each side. */
export function seenRect(view: View, { width, height }: Size, margin: Size = { width: 0, height: 0 }): Rect {
  const from = inGraph(view, { x: -margin.width, y: -margin.height })
  const to = inGraph(view, { x: width + margin.width, y: height + margin.height })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}

/** The least movement after which a rectangle of the graph is seen as a whole, as far as it fits. */
export function revealing(view: View, rect: Rect, size: Size): View {
  const aside = hidden(rect.left * view.scale + view.x, rect.right * view.scale + view.x, size.width)
  const away = hidden(rect.top * view.scale + view.y, rect.bottom * view.scale + view.y, size.height)
  return aside === 0 && away === 0 ? view : panned(view, aside, away)
}

function hidden(from: number, to: number, room: number): number {
  if (from < MARGIN) return MARGIN - from
  return to > room - MARGIN ? Math.max(room - MARGIN - to, MARGIN - from) : 0
}
