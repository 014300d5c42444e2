import type { Edge } from '@opsgraph/core'
import { type Curve, curveOf, reverseCurve } from './edge-curve.js'
import { type EdgeEnds, endsOf } from './edge-ends.js'
import { findPassages, type Passage, splineKnots } from './find-way.js'
import { type Flow, flowBetween } from './flow.js'
import { middleOf } from './geometry.js'
import { spreadOverLanes } from './lanes.js'
import { Neighborhood } from './neighborhood.js'
import { type Row, type Rows, rowsOf } from './rows.js'
import { pointOnSpline, splineThrough } from './spline.js'
import { isWithin, type Tile } from './tile.js'

/** Pixels between the end of an edge's line and its node. The arrowhead fills this gap. */
const TIP = 5
/**
 * The maximum number of rows of nodes that an edge goes around. An edge across more rows is drawn straight, because
 * readers cannot follow such an edge in any case. The maximum is `each`. If an edge has the common direction of all
 * edges, there is a second maximum: `together` divided by the number of edges. For example, this is 20 rows for 10,000
 * edges.
 */
const MOST_ROWS = { each: 80, together: 200_000 }
/**
 * The maximum length in pixels of an edge that goes around nodes. A longer edge is drawn straight. This limit applies
 * only to edges that have their own direction (see `straightWay`).
 */
const LONGEST = 6_000
/** How many times all routes are bent around boxes and then moved apart. */
const ROUNDS = 3
/** The number of bisection steps for finding the border of a node. */
const HALVINGS = 12

/** An edge while its route is computed. */
interface Way extends EdgeEnds {
  readonly edge: Edge
  readonly child: Tile
  readonly flow: Flow
  /** The rows of boxes between the two ends of the route. The route goes around these boxes. */
  readonly rows: readonly Row[]
  readonly passages: readonly Passage[]
}

/**
 * The curve of each edge that connects two of the tiles. The curve goes from the border of one node to the border of
 * the other node, and around further nodes where possible. If edges to the same node have the same route, they are
 * drawn on top of each other.
 *
 * @param flow the direction of all edges; `undefined` = each edge has its own direction, from node to node. If two
 *   nodes are side by side, seen in the direction `flow`, the edge between them has its own direction, too.
 */
export function drawEdges(edges: readonly Edge[], tiles: readonly Tile[], flow?: Flow): ReadonlyMap<Edge, Curve> {
  const numbers = new Map(tiles.map(({ node }, number) => [node.id, number]))
  const rows = flow && rowsOf(tiles, flow)
  const neighborhood = new Neighborhood(tiles)
  const mostRows = Math.min(MOST_ROWS.each, MOST_ROWS.together / edges.length)
  const ways: Way[] = []
  for (const edge of edges) {
    const [from, to] = [numbers.get(edge.source) ?? -1, numbers.get(edge.target) ?? -1]
    const [parent, child] = [tiles[from], tiles[to]]
    if (parent === undefined || child === undefined) continue
    const ends = flow && endsOf(parent, child, flow)
    if (flow === undefined || rows === undefined || ends === undefined) {
      ways.push(...straightWay(edge, parent, child, neighborhood))
    } else {
      ways.push({ edge, child, flow, ...ends, rows: minded(rowsBetween(rows, from, to), mostRows), passages: [] })
    }
  }
  return new Map(ledAround(ways).map((way) => [way.edge, curveOfWay(way)]))
}

/**
 * Returns a list with one item: the route of an edge that has its own direction, from node to node. The list is empty
 * if both nodes are at nearly the same place.
 */
function straightWay(edge: Edge, parent: Tile, child: Tile, neighborhood: Neighborhood<Tile>): readonly Way[] {
  const flow = flowBetween(parent, child)
  const ends = endsOf(parent, child, flow)
  if (ends === undefined) return []
  const isLong = ends.to.along > LONGEST
  const near = isLong ? [] : neighborhood.along(middleOf(parent), middleOf(child))
  const { rows } = rowsOf(
    near.filter((tile) => tile !== parent && tile !== child),
    flow,
  )
  const between = rows.filter(({ start, end }) => end > 0 && start < ends.to.along)
  return [{ edge, child, flow, ...ends, rows: minded(between, MOST_ROWS.each), passages: [] }]
}

function minded(rows: readonly Row[], mostRows: number): readonly Row[] {
  return rows.length > mostRows ? [] : rows
}

/**
 * Bends routes so that they go around boxes. If several routes pass through the same gap, moves them apart. A moved
 * route may cross boxes of other rows, so both steps are repeated.
 */
function ledAround(ways: readonly Way[]): readonly Way[] {
  let led = ways
  for (let round = 0; round < ROUNDS; round++) {
    led = spreadOverLanes(led.map((way) => ({ ...way, passages: findPassages(way, way.rows, way.passages) })))
  }
  return led
}

function rowsBetween({ rows, rowOf }: Rows, from: number, to: number): readonly Row[] {
  const [one = 0, other = 0] = [rowOf[from], rowOf[to]]
  return rows.slice(Math.min(one, other) + 1, Math.max(one, other))
}

function curveOfWay(way: Way): Curve {
  const { from, to, isBackward, child, flow } = way
  const spline = splineThrough(splineKnots(way, way.passages))
  const isHidden = (along: number) => isWithin(child, flow.pointOf(pointOnSpline(spline, along)), TIP)
  const middle = (from.along + to.along) / 2
  if (!isBackward) return curveOf(spline, flow, from.along, border(middle, to.along, isHidden))
  return reverseCurve(curveOf(spline, flow, border(middle, from.along, isHidden), to.along))
}

/**
 * Finds by bisection where a line disappears behind a node: the last visible place between `open`, which is visible,
 * and `hidden`, which is not.
 */
function border(open: number, hidden: number, isHidden: (place: number) => boolean): number {
  let [last, first] = [open, hidden]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (last + first) / 2
    if (isHidden(middle)) first = middle
    else last = middle
  }
  return last
}
