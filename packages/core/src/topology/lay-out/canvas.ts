import type { Position } from '../node.js'

/**
 * The space that the lay-out keeps for a node, in pixels. A position is the same point of every node's box (its corner
 * or its middle), so which one is the editor's choice.
 */
export const NODE_SIZE = { width: 180, height: 60 } as const

/** Free space around a box that a new node keeps, in pixels. */
export const CLEARANCE = 20

/**
 * Nodes whose x or y is farther than this from the origin, in pixels, are as if they stood nowhere: nothing is drawn
 * near them, after them or around them. All sums of positions thus stay exact to far less than a pixel.
 */
export const CANVAS = 10_000_000

export function isOnCanvas({ x, y }: Position): boolean {
  return Math.abs(x) <= CANVAS && Math.abs(y) <= CANVAS
}
