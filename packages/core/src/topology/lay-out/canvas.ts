import type { Position } from '../node.js'

/**
 * The space for a node, in pixels. A position is the same point of every node's box; the editor decides which (a corner
 * or the middle).
 */
export const NODE_SIZE = { width: 180, height: 60 } as const

/** Free space around the box of a new node, in pixels. */
export const CLEARANCE = 20

/**
 * Nodes whose x or y is farther than this from the origin, in pixels, are ignored by the lay-out. This keeps all sums
 * of positions exact to far less than a pixel.
 */
export const CANVAS = 10_000_000

export function isOnCanvas({ x, y }: Position): boolean {
  return Math.abs(x) <= CANVAS && Math.abs(y) <= CANVAS
}
