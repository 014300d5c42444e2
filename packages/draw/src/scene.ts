import type { Edge, Position } from '@opsgraph/core'
import { isOnCanvas, layOut } from '@opsgraph/core/pure'
import { type Area, computeAreas } from './area.js'
import { drawEdges } from './draw-edges.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import type { Curve } from './edge-curve.js'
import { commonFlow } from './flow.js'
import { boundingBoxOf, enlargeRect, type Rect } from './geometry.js'
import { type Tile, toTile } from './tile.js'

/** The margin in pixels around each node for marks such as badges, which extend beyond the border of the node. */
const MARK_MARGIN = 18

/** What is where in the picture of a topology. */
export interface Scene {
  readonly tiles: readonly Tile[]
  readonly curves: ReadonlyMap<Edge, Curve>
  readonly areas: readonly Area[]
  readonly bounds: Rect
}

export function sceneOf(topology: DrawnTopology, options: PictureOptions): Scene {
  const orientation = options.orientation ?? topology.orientation
  const positions = choosePositions(topology, options)
  const tiles = topology.nodes.map((node) => toTile(node, positions.get(node.id) ?? node.position))
  const curves = drawEdges(topology.edges, tiles, commonFlow(orientation))
  const areas = computeAreas(tiles)
  const curveBounds = [...curves.values()].map(boundsOf)
  const bounds = boundingBoxOf([
    ...areas.map((area) => area.bounds),
    ...tiles.map((tile) => enlargeRect(tile, MARK_MARGIN)),
    ...curveBounds,
  ])
  return { tiles, curves, areas, bounds }
}

/**
 * Determines the position of each node. Nodes keep their stored positions, except those in `unplaced` or outside of the
 * canvas. All nodes are laid out again if the options ask for that, or if all stored positions are equal.
 */
function choosePositions(topology: DrawnTopology, options: PictureOptions): ReadonlyMap<string, Position> {
  const { orientation = topology.orientation, isLaidOut = orientation !== topology.orientation } = options
  const { unplaced = new Set() } = options
  const isAnew = isLaidOut || haveSamePosition(topology)
  const stand = topology.nodes.filter(({ id, position }) => !isAnew && isOnCanvas(position) && !unplaced.has(id))
  return layOut(topology, orientation, new Set(stand.map(({ id }) => id)))
}

function haveSamePosition({ nodes }: DrawnTopology): boolean {
  const [first] = nodes
  return nodes.every(({ position }) => position.x === first?.position.x && position.y === first.position.y)
}

/** Returns a rectangle that contains all control points of a curve, and therefore the whole curve. */
function boundsOf({ start, pieces }: Curve): Rect {
  return boundingBoxOf([start, ...pieces.flat()].map(({ x, y }) => ({ left: x, top: y, right: x, bottom: y })))
}
