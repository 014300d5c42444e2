import { formatPixels, type Point, pointText } from './geometry.js'

/** Returns the convex hull of points, clockwise on the screen (monotone chain algorithm). */
export function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
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
export function roundedOutline(corners: readonly Point[], radius: number): string {
  const parts = corners.map((corner, index) => {
    const before = corners.at(index - 1) ?? corner
    const after = corners[(index + 1) % corners.length] ?? corner
    return `${pointText(towards(corner, before, radius))}Q${pointText(corner)} ${pointText(towards(corner, after, radius))}`
  })
  return `M${parts.join('L')}Z`
}

/** Returns the point `length` pixels from `from` in the direction of `to`, but at most halfway between the two. */
function towards(from: Point, to: Point, length: number): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const part = distance === 0 ? 0 : Math.min(length / distance, 0.5)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

/** Returns a box with round ends, as the `d` attribute of an SVG path. */
export function pillOutline({ x, y }: Point, width: number, height: number): string {
  const radius = formatPixels(height / 2)
  const side = formatPixels(width - height)
  return `M${formatPixels(x + height / 2)} ${formatPixels(y)}h${side}a${radius} ${radius} 0 0 1 0 ${formatPixels(height)}h-${side}a${radius} ${radius} 0 0 1 0-${formatPixels(height)}Z`
}
