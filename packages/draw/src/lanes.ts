import type { Edge } from '@opsgraph/core'
import { groupBy, spread } from '@opsgraph/core/pure'
import type { Passage } from './find-passages.js'
import type { FlowPoint } from './flow.js'
import type { RowGap } from './rows.js'

/** The distance in pixels between two routes to different nodes in the same gap. */
const LANE_WIDTH = 9
/** The minimum distance in pixels between a route and a box in a crowded gap. */
const MIN_BOX_DISTANCE = 4

/** A route: an edge, the point where it ends, and where it passes through the gaps between boxes. */
export interface GapRoute {
  readonly edge: Edge
  readonly to: FlowPoint
  readonly passages: readonly Passage[]
}

/**
 * Moves routes apart if they lead to different nodes and pass through the same gap. Routes to the same node are put on
 * top of each other.
 */
export function assignLanes<Route extends GapRoute>(routes: readonly Route[]): readonly Route[] {
  const users = routes.flatMap(({ edge: { target }, to, passages }) =>
    passages.map((passage) => ({ target, towards: to.across, passage })),
  )
  const moved = new Map<Passage, number>()
  for (const inGap of groupBy(users, ({ passage }) => passage.gap).values()) {
    const trunks = [...groupBy(inGap, ({ target }) => target).values()].map((trunk) => ({
      trunk,
      towards: trunk[0]?.towards ?? 0,
      at: trunk.reduce((sum, { passage }) => sum + passage.across, 0) / trunk.length,
    }))
    trunks.sort((left, right) => left.at - right.at || left.towards - right.towards)
    const places = spreadInGap(
      trunks.map(({ at }) => at),
      inGap[0]?.passage.gap,
    )
    for (const [index, { trunk }] of trunks.entries()) {
      for (const { passage } of trunk) moved.set(passage, places[index] ?? passage.across)
    }
  }
  return routes.map((route) => ({
    ...route,
    passages: route.passages.map((passage) => ({ ...passage, across: moved.get(passage) ?? passage.across })),
  }))
}

function spreadInGap(wanted: readonly number[], gap: RowGap | undefined): readonly number[] {
  if (gap === undefined) return []
  const space = Math.min(MIN_BOX_DISTANCE, (gap.high - gap.low) / 2)
  const [first, last] = [gap.low + space, gap.high - space]
  const lane = Math.min(LANE_WIDTH, (last - first) / Math.max(1, wanted.length - 1))
  const places = spread(wanted.map((at) => ({ at, gap: lane })))
  // Spreading the routes can push some of them into the boxes beside the gap. So each place is limited: at least
  // `space` pixels remain between a route and a box.
  return places.map((place, index) => {
    const behind = wanted.length - 1 - index
    return Math.min(Math.max(place, first + index * lane), last - behind * lane)
  })
}
