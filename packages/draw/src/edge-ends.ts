import type { Flow, Place } from './flow.js'
import type { Tile } from './tile.js'

/** Pixels along that an edge needs from node to node to be drawn as a curve. */
const SHORTEST = 16

/** Where a way begins and where it ends, in the order along. */
export interface Ends {
  readonly from: Place
  readonly to: Place
}

export interface EdgeEnds extends Ends {
  /** Whether the child comes first, because it stands before its parent. */
  readonly isBackward: boolean
}

/** The ends of an edge; `undefined` when its nodes stand side by side. */
export function endsOf(parent: Tile, child: Tile, flow: Flow): EdgeEnds | undefined {
  const forward = { from: flow.exit(parent), to: flow.entry(child), isBackward: false }
  if (isLongEnough(forward)) return forward
  const backward = { from: flow.exit(child), to: flow.entry(parent), isBackward: true }
  return isLongEnough(backward) ? backward : undefined
}

function isLongEnough({ from, to }: Ends): boolean {
  return to.along - from.along >= SHORTEST
}
