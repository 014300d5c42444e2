import type { DrawnNode, Edge, Orientation, Position } from '@opsgraph/core'
import { layOut } from '@opsgraph/core/pure'
import type { Topology } from '../../api/schemas.js'
import type { EditedTopology } from '../../api/topologies.js'

/**
 * Returns the editable fields of a stored topology. If all nodes have the same position, nobody has placed them yet, so
 * this function lays the nodes out.
 */
export function toEditedTopology(topology: Topology): EditedTopology {
  const { name, description, orientation, edges } = topology
  const nodes = topology.nodes.map(toDrawnNode)
  const [first] = nodes
  const isPlaced = nodes.some(({ position }) => position.x !== first?.position.x || position.y !== first.position.y)
  const opened = { name, description, orientation, nodes, edges }
  return isPlaced ? opened : { ...opened, nodes: moveNodes(nodes, layOut(opened, orientation)) }
}

/** Returns a node without the fields that the server computes. */
export function toDrawnNode({ id, kind, label, icon, params, hierarchyConfig, position }: DrawnNode): DrawnNode {
  return { id, kind, label, icon, params, hierarchyConfig, position }
}

/** One change to a topology. */
export type Edit =
  | { readonly kind: 'describe'; readonly fields: Partial<Pick<EditedTopology, 'name' | 'description'>> }
  /**
   * Adds nodes and edges. Skips a node if its id exists already, and an edge if an edge with the same source and target
   * exists already.
   */
  | { readonly kind: 'add'; readonly nodes: readonly DrawnNode[]; readonly edges: readonly Edge[] }
  | {
      readonly kind: 'change'
      readonly id: string
      readonly fields: Partial<Pick<DrawnNode, 'label' | 'icon' | 'params'>>
    }
  | {
      readonly kind: 'move'
      readonly positions: ReadonlyMap<string, Position>
      readonly orientation?: Orientation
    }
  /** Removes nodes and edges, and also every edge of a removed node. */
  | { readonly kind: 'remove'; readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> }
  | { readonly kind: 'replace'; readonly topology: EditedTopology }

/** Applies an edit to a topology. Returns the same object if the edit changes nothing. */
export function applyEdit(topology: EditedTopology, edit: Edit): EditedTopology {
  const edited = computeEdit(topology, edit)
  return isSame(topology, edited) ? topology : edited
}

/** Returns a key that is the same for all edges with the same source and target. */
export function identifyEdge({ source, target }: Pick<Edge, 'source' | 'target'>): string {
  return JSON.stringify([source, target])
}

function computeEdit(topology: EditedTopology, edit: Edit): EditedTopology {
  switch (edit.kind) {
    case 'describe':
      return { ...topology, ...edit.fields }
    case 'add':
      return addItems(topology, edit)
    case 'change': {
      const change = (node: DrawnNode) => (node.id === edit.id ? changeNode(node, edit.fields) : node)
      return { ...topology, nodes: topology.nodes.map(change) }
    }
    case 'move': {
      const { positions, orientation = topology.orientation } = edit
      return { ...topology, orientation, nodes: moveNodes(topology.nodes, positions) }
    }
    case 'remove':
      return removeItems(topology, edit)
    case 'replace':
      return edit.topology
  }
}

function changeNode(node: DrawnNode, fields: Partial<DrawnNode>): DrawnNode {
  const next = { ...node, ...fields }
  const isOther = next.label !== node.label || next.icon !== node.icon || next.params !== node.params
  return isOther ? next : node
}

function addItems(topology: EditedTopology, { nodes, edges }: Extract<Edit, { kind: 'add' }>): EditedTopology {
  const ids = new Set(topology.nodes.map(({ id }) => id))
  const pairs = new Set(topology.edges.map(identifyEdge))
  return {
    ...topology,
    nodes: [...topology.nodes, ...nodes.filter(({ id }) => isNew(ids, id))],
    edges: [...topology.edges, ...edges.filter((edge) => isNew(pairs, identifyEdge(edge)))],
  }
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function removeItems(topology: EditedTopology, { nodes, edges }: Extract<Edit, { kind: 'remove' }>): EditedTopology {
  const stays = ({ id, source, target }: Edge) => !edges.has(id) && !nodes.has(source) && !nodes.has(target)
  return {
    ...topology,
    nodes: topology.nodes.filter(({ id }) => !nodes.has(id)),
    edges: topology.edges.filter(stays),
  }
}

function isSame(one: EditedTopology, other: EditedTopology): boolean {
  return (
    one.name === other.name &&
    one.description === other.description &&
    one.orientation === other.orientation &&
    haveSameItems(one.nodes, other.nodes) &&
    haveSameItems(one.edges, other.edges)
  )
}

function haveSameItems<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** Moves nodes to new positions. A node that has no new position stays the same object. */
function moveNodes(nodes: readonly DrawnNode[], positions: ReadonlyMap<string, Position>): readonly DrawnNode[] {
  return nodes.map((node) => {
    const position = positions.get(node.id)
    const stays = position === undefined || (position.x === node.position.x && position.y === node.position.y)
    return stays ? node : { ...node, position }
  })
}
