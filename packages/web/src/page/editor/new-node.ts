import type { DrawnNode, JsonObject, NodeKind } from '@opsgraph/core'
import { layOut } from '@opsgraph/core/pure'
import type { EditedTopology } from '../../api/topologies.js'
import type { Edit } from './edit.js'

const NOTHING: JsonObject = {}

/** A node to add. */
interface NewNode {
  readonly kind: NodeKind
  readonly label: string
  /** The id of the parent node. */
  readonly parent: string
}

/**
 * Returns the edit that adds a node below a parent node, at a free position near the parent.
 *
 * @param newId creates the ids of the new node and its edge
 */
export function createNodeEdit(topology: EditedTopology, { kind, label, parent }: NewNode, newId: () => string) {
  const node: DrawnNode = {
    id: newId(),
    kind,
    label,
    icon: '',
    params: NOTHING,
    hierarchyConfig: NOTHING,
    position: { x: 0, y: 0 },
  }
  const edge = { id: newId(), source: parent, target: node.id }
  const graph = { nodes: [...topology.nodes, node], edges: [...topology.edges, edge] }
  const fixed = new Set(topology.nodes.map(({ id }) => id))
  const position = layOut(graph, topology.orientation, fixed).get(node.id) ?? node.position
  return { kind: 'add', nodes: [{ ...node, position }], edges: [edge] } satisfies Edit
}

const BYTES = 16

/**
 * Creates a unique id. It does not use `crypto.randomUUID`, because browsers provide this function only to pages that
 * were loaded over HTTPS or from the same machine.
 */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
