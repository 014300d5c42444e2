import { groupBy } from '@opsgraph/core/pure'
import { boundingBoxOf, cornersOf, doOverlap, enlargeRect, type Point, type Rect } from './geometry.js'
import { convexHull, pillOutline, roundedOutline } from './outline.js'
import type { Tile } from './tile.js'

/**
 * Pixels between the border of a rectangular area and its nodes: `above` the nodes, where the name of the area is, and
 * `around` on the other three sides.
 */
const PADDING = { around: 18, above: 38 }
const RADIUS = 18
/**
 * If an area surrounds the service node, it has a hole for this node. On each side, the hole is this many pixels larger
 * than the node.
 */
const HOLE = 14

/** The area of an environment: the background of its nodes in the picture. */
export interface Area {
  readonly environment: string
  /** The `d` attribute of an SVG path that is filled by the even-odd rule. */
  readonly outline: string
  readonly bounds: Rect
  /** The position at which the name begins. */
  readonly caption: Point
}

/**
 * Returns the area of each environment, in the order of the nodes. An area is the bounding rectangle of its nodes if
 * this rectangle overlaps neither the service node nor the bounding rectangle of another environment. Otherwise the
 * area is the convex hull of its nodes.
 */
export function areasOf(tiles: readonly Tile[]): readonly Area[] {
  const groups = groupBy(tiles, ({ node }) => node.environment)
  const outside = groups.get(null) ?? []
  groups.delete(null)
  const frames = new Map([...groups].map(([environment, own]) => [environment, frameAround(own)]))
  return [...frames].map(([environment, frame]) => {
    const others = [...frames].flatMap(([other, around]) => (other === environment ? [] : [around]))
    const isFree = ![...others, ...outside].some((other) => doOverlap(frame, other))
    const name = environment ?? ''
    return isFree ? rectangle(name, frame) : hull(name, groups.get(environment) ?? [], outside)
  })
}

function frameAround(own: readonly Tile[]): Rect {
  const padded = enlargeRect(boundingBoxOf(own), PADDING.around)
  return { ...padded, top: padded.top + PADDING.around - PADDING.above }
}

function rectangle(environment: string, frame: Rect): Area {
  const caption = { x: frame.left + RADIUS, y: frame.top + 25 }
  return { environment, outline: roundedOutline(cornersOf(frame), RADIUS), bounds: frame, caption }
}

function hull(environment: string, own: readonly Tile[], outside: readonly Tile[]): Area {
  const corners = convexHull(own.flatMap((tile) => cornersOf(enlargeRect(tile, PADDING.around))))
  const caption = captionAbove(corners)
  const holes = outside.filter((tile) => isInside(corners, tile)).map(holeAround)
  const outline = [roundedOutline(corners, 2 * RADIUS), ...holes].join('')
  const bounds = { ...enlargeRect(boundingBoxOf(own), PADDING.around), top: caption.y - 20 }
  return { environment, outline, bounds, caption }
}

function captionAbove(hull: readonly Point[]): Point {
  const top = Math.min(...hull.map(({ y }) => y))
  const left = Math.min(...hull.filter(({ y }) => y === top).map(({ x }) => x))
  return { x: left + RADIUS, y: top - 8 }
}

function holeAround(tile: Tile): string {
  const { left, top, right, bottom } = enlargeRect(tile, HOLE)
  return pillOutline({ x: left, y: top }, right - left, bottom - top)
}

function isInside(hull: readonly Point[], tile: Tile): boolean {
  return cornersOf(enlargeRect(tile, HOLE)).every((point) =>
    hull.every((corner, index) => {
      const next = hull[(index + 1) % hull.length] ?? corner
      return (next.x - corner.x) * (point.y - corner.y) - (next.y - corner.y) * (point.x - corner.x) >= 0
    }),
  )
}
