import type { DrawnNode } from '@opsgraph/core'
import { layOut } from '@opsgraph/core/pure'
import type { EditedTopology } from '../../api/editor.js'
import type { Topology } from '../../api/schemas.js'

/**
 * Returns the editable fields of a stored topology. If all nodes have the same position, nobody has placed them yet, so
 * this function lays the nodes out.
 */
export function editedTopology(topology: Topology): EditedTopology {
  const { name, description, orientation, edges } = topology
  const nodes = topology.nodes.map(drawnNode)
  const [first] = nodes
  const isPlaced = nodes.some(({ position }) => position.x !== first?.position.x || position.y !== first.position.y)
  const opened = { name, description, orientation, nodes, edges }
  return isPlaced ? opened : { ...opened, nodes: placed(nodes, layOut(opened, orientation)) }
}

/** Returns a node without the fields that the server computes. */
export function drawnNode({ id, kind, label, icon, params, hierarchyConfig, position }: DrawnNode): DrawnNode {
  return { id, kind, label, icon, params, hierarchyConfig, position }
}

type Positions = ReadonlyMap<string, DrawnNode['position']>

/** Moves nodes to new positions. A node that has no new position stays the same object. */
export function placed(nodes: readonly DrawnNode[], positions: Positions): readonly DrawnNode[] {
  return nodes.map((node) => {
    const position = positions.get(node.id)
    const stays = position === undefined || (position.x === node.position.x && position.y === node.position.y)
    return stays ? node : { ...node, position }
  })
}
