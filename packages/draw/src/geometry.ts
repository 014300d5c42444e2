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

export function doOverlap(first: Rect, second: Rect): boolean {
  return (
    first.left < second.right && second.left < first.right && first.top < second.bottom && second.top < first.bottom
  )
}

/** Returns the bounding box of several rectangles. */
export function boundingBoxOf(rects: readonly Rect[]): Rect {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { left, top, right, bottom } of rects) {
    box.left = Math.min(box.left, left)
    box.top = Math.min(box.top, top)
    box.right = Math.max(box.right, right)
    box.bottom = Math.max(box.bottom, bottom)
  }
  return box
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
