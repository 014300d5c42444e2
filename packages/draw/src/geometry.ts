import type { Position } from '@opsgraph/core'

/** A point in the picture, in pixels. */
export type Point = Position

export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function middleOf({ left, top, right, bottom }: Rect): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

export function enlargeRect({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

export function doOverlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Returns the bounding box of several rectangles. */
export function boundingBoxOf(rects: readonly Rect[]): Rect {
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of rects) {
    all.left = Math.min(all.left, left)
    all.top = Math.min(all.top, top)
    all.right = Math.max(all.right, right)
    all.bottom = Math.max(all.bottom, bottom)
  }
  return all
}

export function cornersOf({ left, top, right, bottom }: Rect): readonly Point[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}

/** Formats a number for SVG, rounded to a tenth of a pixel. */
export function formatPixels(value: number): string {
  return String(Math.round(value * 10) / 10 + 0)
}

export function pointText({ x, y }: Point): string {
  return `${formatPixels(x)} ${formatPixels(y)}`
}
