import type { Edge } from '@opsgraph/core'
import { type Curve, reverseCurve, toCurve } from './edge-curve.js'
import { type EdgeEnds, findEnds } from './edge-ends.js'
import { findPassages, type Passage, splineKnots } from './find-passages.js'
import { type Flow, flowBetween } from './flow.js'
import { middleOf } from './geometry.js'
import { assignLanes } from './lanes.js'
import { Neighborhood } from './neighborhood.js'
import { type BoxRow, type BoxRows, groupIntoRows } from './rows.js'
import { pointOnSpline, splineThrough } from './spline.js'
import { isWithin, type Tile } from './tile.js'

/** Pixels between the end of an edge's line and its node. The arrowhead fills this gap. */
const ARROW_GAP = 5
/**
 * The maximum number of rows of nodes that an edge goes around. An edge across more rows is drawn straight, because
 * readers cannot follow it anyway. `each` applies to every edge. If all edges have a common direction, `together`
 * divided by the number of edges applies too: for example, 20 rows for 10,000 edges.
 */
const MAX_CROSSED_ROWS = { each: 80, together: 200_000 }
/**
 * The maximum length in pixels of an edge that goes around nodes. A longer edge is drawn straight. This limit applies
 * only to edges with their own direction (see `findOwnRoute`).
 */
const MAX_ROUTE_LENGTH = 6_000
/** How many times all routes are bent around boxes and then moved apart. */
const BENDING_ROUNDS = 3
/** The number of bisection steps for finding the border of a node. */
const BISECTION_STEPS = 12

/** An edge whose route is being computed. */
interface Route extends EdgeEnds {
  readonly edge: Edge
  readonly child: Tile
  readonly flow: Flow
  /** The rows of boxes between the two ends of the route, which goes around these boxes. */
  readonly rows: readonly BoxRow[]
  readonly passages: readonly Passage[]
}

/**
 * Computes the curve of each edge that connects two of the tiles. The curve goes from the border of one node to the
 * border of the other, and around the nodes in between where possible. Edges to the same node with the same route are
 * drawn on top of each other.
 *
 * @param flow the common direction of the edges; `undefined` = each edge has its own direction, from node to node. An
 *   edge between two nodes that are side by side, seen in the direction `flow`, also has its own direction
 */
export function drawEdges(edges: readonly Edge[], tiles: readonly Tile[], flow?: Flow): ReadonlyMap<Edge, Curve> {
  const numbers = new Map(tiles.map(({ node }, number) => [node.id, number]))
  const rows = flow && groupIntoRows(tiles, flow)
  const neighborhood = new Neighborhood(tiles)
  const mostRows = Math.min(MAX_CROSSED_ROWS.each, MAX_CROSSED_ROWS.together / edges.length)
  const routes: Route[] = []
  for (const edge of edges) {
    const [from, to] = [numbers.get(edge.source) ?? -1, numbers.get(edge.target) ?? -1]
    const [parent, child] = [tiles[from], tiles[to]]
    if (parent === undefined || child === undefined) continue
    const ends = flow && findEnds(parent, child, flow)
    if (flow === undefined || rows === undefined || ends === undefined) {
      routes.push(...findOwnRoute(edge, parent, child, neighborhood))
    } else {
      routes.push({ edge, child, flow, ...ends, rows: rowsIfFew(rowsBetween(rows, from, to), mostRows), passages: [] })
    }
  }
  return new Map(bendAroundBoxes(routes).map((route) => [route.edge, computeCurve(route)]))
}

/**
 * Returns a list with the route of an edge that has its own direction, from node to node. The list is empty if both
 * nodes are at nearly the same position.
 */
function findOwnRoute(edge: Edge, parent: Tile, child: Tile, neighborhood: Neighborhood<Tile>): readonly Route[] {
  const flow = flowBetween(parent, child)
  const ends = findEnds(parent, child, flow)
  if (ends === undefined) return []
  const isLong = ends.to.along > MAX_ROUTE_LENGTH
  const near = isLong ? [] : neighborhood.along(middleOf(parent), middleOf(child))
  const { rows } = groupIntoRows(
    near.filter((tile) => tile !== parent && tile !== child),
    flow,
  )
  const between = rows.filter(({ start, end }) => end > 0 && start < ends.to.along)
  return [{ edge, child, flow, ...ends, rows: rowsIfFew(between, MAX_CROSSED_ROWS.each), passages: [] }]
}

function rowsIfFew(rows: readonly BoxRow[], mostRows: number): readonly BoxRow[] {
  return rows.length > mostRows ? [] : rows
}

/**
 * Bends routes so that they go around boxes. Moves routes apart if they pass through the same gap. A moved route may
 * cross boxes of other rows, so both steps are repeated.
 */
function bendAroundBoxes(routes: readonly Route[]): readonly Route[] {
  let bent = routes
  for (let round = 0; round < BENDING_ROUNDS; round++) {
    bent = assignLanes(bent.map((route) => ({ ...route, passages: findPassages(route, route.rows, route.passages) })))
  }
  return bent
}

function rowsBetween({ rows, rowOf }: BoxRows, from: number, to: number): readonly BoxRow[] {
  const [first = 0, second = 0] = [rowOf[from], rowOf[to]]
  return rows.slice(Math.min(first, second) + 1, Math.max(first, second))
}

function computeCurve(route: Route): Curve {
  const { from, to, isBackward, child, flow } = route
  const spline = splineThrough(splineKnots(route, route.passages))
  const isHidden = (along: number) => isWithin(child, flow.pointOf(pointOnSpline(spline, along)), ARROW_GAP)
  const middle = (from.along + to.along) / 2
  if (!isBackward) return toCurve(spline, flow, from.along, findBorder(middle, to.along, isHidden))
  return reverseCurve(toCurve(spline, flow, findBorder(middle, from.along, isHidden), to.along))
}

/**
 * Finds by bisection where a line disappears behind a node: the last visible point between `open`, which is visible,
 * and `hidden`, which is not.
 */
function findBorder(open: number, hidden: number, isHidden: (place: number) => boolean): number {
  let [last, first] = [open, hidden]
  for (let halving = 0; halving < BISECTION_STEPS; halving++) {
    const middle = (last + first) / 2
    if (isHidden(middle)) first = middle
    else last = middle
  }
  return last
}
