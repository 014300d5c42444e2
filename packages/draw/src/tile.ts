import type { Node, Position } from '@opsgraph/core'
import { NODE_SIZE } from '@opsgraph/core/pure'
import { middleOf, type Point, type Rect } from './geometry.js'

/** A node with its box in the picture. */
export interface Tile extends Rect {
  readonly node: Node
}

/** Creates the tile of a node. The position of the node is the upper left corner of its box. */
export function toTile(node: Node, { x, y }: Position): Tile {
  return { node, left: x, top: y, right: x + NODE_SIZE.width, bottom: y + NODE_SIZE.height }
}

/** The size in pixels of the cut corners of an environment node. */
export const CORNER_CUT = 16

/**
 * Whether a point is inside the outline of a node, or at most `near` pixels outside. The outline is a pill, a box with
 * cut corners, or a box.
 */
export function isWithin(tile: Tile, point: Point, near: number): boolean {
  const middle = middleOf(tile)
  const width = (tile.right - tile.left) / 2
  const height = (tile.bottom - tile.top) / 2
  const [aside, away] = [Math.abs(point.x - middle.x), Math.abs(point.y - middle.y)]
  if (aside > width + near || away > height + near) return false
  switch (tile.node.kind) {
    case 'service':
      return Math.hypot(Math.max(0, aside - width + height), away) <= height + near
    case 'environment':
      return aside + away <= width + height - CORNER_CUT + near * Math.SQRT2
    case 'resource':
      return true
  }
}
