import { groupBy } from '@opsgraph/core/pure'
import {
  boundingBoxOf,
  cornersOf,
  doOverlap,
  enlargeRect,
  formatPixels,
  type Point,
  pointText,
  type Rect,
} from './geometry.js'
import type { Tile } from './tile.js'

/**
 * Pixels between the border of a rectangular area and its nodes: `above` the nodes, where the name of the area is, and
 * `around` on the other three sides.
 */
const AREA_PADDING = { around: 18, above: 38 }
const CORNER_RADIUS = 18
/**
 * If an area surrounds the service node, it has a hole for this node. On each side, the hole is this many pixels larger
 * than the node.
 */
const HOLE_MARGIN = 14

/** The area of an environment: the background of its nodes in the picture. */
export interface Area {
  readonly environment: string
  /** The `d` attribute of an SVG path that is filled by the even-odd rule. */
  readonly outline: string
  readonly bounds: Rect
  /** The point at which the name begins. */
  readonly caption: Point
}

/**
 * Returns the area of each environment, in the order of the nodes. An area is the bounding rectangle of its nodes if
 * this rectangle overlaps neither the service node nor the bounding rectangle of another environment. Otherwise the
 * area is the convex hull of its nodes.
 */
export function computeAreas(tiles: readonly Tile[]): readonly Area[] {
  const groups = groupBy(tiles, ({ node }) => node.environment)
  const outside = groups.get(null) ?? []
  groups.delete(null)
  const frames = new Map([...groups].map(([environment, own]) => [environment, frameAround(own)]))
  return [...frames].map(([environment, frame]) => {
    const others = [...frames].flatMap(([other, around]) => (other === environment ? [] : [around]))
    const isFree = ![...others, ...outside].some((other) => doOverlap(frame, other))
    const name = environment ?? ''
    return isFree ? rectangularArea(name, frame) : hullArea(name, groups.get(environment) ?? [], outside)
  })
}

function frameAround(own: readonly Tile[]): Rect {
  const padded = enlargeRect(boundingBoxOf(own), AREA_PADDING.around)
  return { ...padded, top: padded.top + AREA_PADDING.around - AREA_PADDING.above }
}

function rectangularArea(environment: string, frame: Rect): Area {
  const caption = { x: frame.left + CORNER_RADIUS, y: frame.top + 25 }
  return { environment, outline: roundedOutline(cornersOf(frame), CORNER_RADIUS), bounds: frame, caption }
}

function hullArea(environment: string, own: readonly Tile[], outside: readonly Tile[]): Area {
  const corners = convexHull(own.flatMap((tile) => cornersOf(enlargeRect(tile, AREA_PADDING.around))))
  const caption = captionPositionAbove(corners)
  const holes = outside.filter((tile) => isInside(corners, tile)).map(holeOutlineAround)
  const outline = [roundedOutline(corners, 2 * CORNER_RADIUS), ...holes].join('')
  const bounds = { ...enlargeRect(boundingBoxOf(own), AREA_PADDING.around), top: caption.y - 20 }
  return { environment, outline, bounds, caption }
}

function captionPositionAbove(hull: readonly Point[]): Point {
  const top = Math.min(...hull.map(({ y }) => y))
  const left = Math.min(...hull.filter(({ y }) => y === top).map(({ x }) => x))
  return { x: left + CORNER_RADIUS, y: top - 8 }
}

function holeOutlineAround(tile: Tile): string {
  const { left, top, right, bottom } = enlargeRect(tile, HOLE_MARGIN)
  return pillOutline({ x: left, y: top }, right - left, bottom - top)
}

function isInside(hull: readonly Point[], tile: Tile): boolean {
  return cornersOf(enlargeRect(tile, HOLE_MARGIN)).every((point) =>
    hull.every((corner, index) => {
      const next = hull[(index + 1) % hull.length] ?? corner
      return (next.x - corner.x) * (point.y - corner.y) - (next.y - corner.y) * (point.x - corner.x) >= 0
    }),
  )
}

/** Returns the convex hull of points, clockwise on the screen (monotone chain algorithm). */
function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((left, right) => left.x - right.x || left.y - right.y)
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function halfHull(points: readonly Point[]): readonly Point[] {
  const hull: Point[] = []
  for (const point of points) {
    while (!turnsRight(hull.at(-2), hull.at(-1), point)) hull.pop()
    hull.push(point)
  }
  return hull.slice(0, -1)
}

function turnsRight(before: Point | undefined, corner: Point | undefined, point: Point): boolean {
  if (before === undefined || corner === undefined) return true
  return (corner.x - before.x) * (point.y - corner.y) - (corner.y - before.y) * (point.x - corner.x) > 0
}

/** Returns a closed line with rounded corners, as the `d` attribute of an SVG path. */
function roundedOutline(corners: readonly Point[], radius: number): string {
  const segments = corners.map((corner, index) => {
    const before = corners.at(index - 1) ?? corner
    const after = corners[(index + 1) % corners.length] ?? corner
    return `${pointText(pointTowards(corner, before, radius))}Q${pointText(corner)} ${pointText(pointTowards(corner, after, radius))}`
  })
  return `M${segments.join('L')}Z`
}

/** Returns the point `length` pixels from `from` in the direction of `to`, but at most halfway between the two. */
function pointTowards(from: Point, to: Point, length: number): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const fraction = distance === 0 ? 0 : Math.min(length / distance, 0.5)
  return { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction }
}

/** Returns a box with round ends, as the `d` attribute of an SVG path. */
function pillOutline({ x, y }: Point, width: number, height: number): string {
  const radius = formatPixels(height / 2)
  const side = formatPixels(width - height)
  return `M${formatPixels(x + height / 2)} ${formatPixels(y)}h${side}a${radius} ${radius} 0 0 1 0 ${formatPixels(height)}h-${side}a${radius} ${radius} 0 0 1 0-${formatPixels(height)}Z`
}
