import type { Position } from '../graph.js'

/**
 * The size of the box of a node, in pixels. A position refers to the same point of every box, such as a corner or the
 * middle. The editor decides which point this is.
 */
export const NODE_SIZE = { width: 180, height: 60 } as const

/** The minimum free space around the box of a new node, in pixels. */
export const CLEARANCE = 20

/**
 * The lay-out ignores nodes whose x or y is farther from the origin than this number of pixels. With this limit, the
 * rounding errors of sums of positions are far smaller than a pixel.
 */
export const MAX_COORDINATE = 10_000_000

export function isOnCanvas({ x, y }: Position): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE
}
