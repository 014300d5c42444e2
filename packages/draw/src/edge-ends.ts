import type { Flow, FlowPoint } from './flow.js'
import type { Tile } from './tile.js'

/**
 * The minimum length in pixels of a route, measured in the direction of the flow. If the route between two nodes would
 * be shorter, the nodes count as side by side.
 */
const MIN_ROUTE_LENGTH = 16

/** The start and the end of a route. The start comes first in the direction of the flow. */
export interface FlowEnds {
  readonly from: FlowPoint
  readonly to: FlowPoint
}

export interface EdgeEnds extends FlowEnds {
  /** Whether the start is at the child, because the child is drawn before its parent. */
  readonly isBackward: boolean
}

/** Returns the ends of an edge; `undefined` if its nodes are side by side, seen in the direction of the flow. */
export function findEnds(parent: Tile, child: Tile, flow: Flow): EdgeEnds | undefined {
  const forward = { from: flow.exit(parent), to: flow.entry(child), isBackward: false }
  if (isLongEnough(forward)) return forward
  const backward = { from: flow.exit(child), to: flow.entry(parent), isBackward: true }
  return isLongEnough(backward) ? backward : undefined
}

function isLongEnough({ from, to }: FlowEnds): boolean {
  return to.along - from.along >= MIN_ROUTE_LENGTH
}
