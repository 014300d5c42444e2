import { type DrawnNode, type Edge, layOut, type Orientation } from '@opsgraph/core/browser'
import type { Topology } from '../../api/schemas.js'

/** What the editor changes of a topology. It never changes itself: each edit makes another one. */
export interface EditedTopology {
  readonly name: string
  readonly description: string
  readonly orientation: Orientation
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/** A stored topology as it is opened: nodes that all stand in one place say nothing by it, and are laid out. */
export function editedTopology(topology: Topology): EditedTopology {
  const { name, description, orientation, edges } = topology
  const nodes = topology.nodes.map(drawnNode)
  const [first] = nodes
  const isPlaced = nodes.some(({ position }) => position.x !== first?.position.x || position.y !== first.position.y)
  const opened = { name, description, orientation, nodes, edges }
  return isPlaced ? opened : { ...opened, nodes: placed(nodes, layOut(opened, orientation)) }
}

/** A node without what the server derives of it. */
export function drawnNode({ id, kind, label, icon, params, hierarchyConfig, position }: DrawnNode): DrawnNode {
  return { id, kind, label, icon, params, hierarchyConfig, position }
}

type Positions = ReadonlyMap<string, DrawnNode['position']>

/** The nodes at other positions; nodes without one stay the same. */
export function placed(nodes: readonly DrawnNode[], positions: Positions): readonly DrawnNode[] {
  return nodes.map((node) => {
    const position = positions.get(node.id)
    const stays = position === undefined || (position.x === node.position.x && position.y === node.position.y)
    return stays ? node : { ...node, position }
  })
}
