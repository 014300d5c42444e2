import type { Edge, Node } from '@opsgraph/core'

/** The nodes of a topology as one JSON document, in the saved order: one row each would cost several times as much. */
export const NODES = `json_agg(json_build_array(node.id, node.kind, node.label, node.environment, node.resource,
  node.icon, node.params, node.hierarchy_config, node.x, node.y) order by node.ordinal)`

export const EDGES = 'json_agg(json_build_array(edge.id, edge.source, edge.target) order by edge.ordinal)'

export type NodeRow = readonly [
  id: string,
  kind: Node['kind'],
  label: string,
  environment: string | null,
  resource: string | null,
  icon: string,
  params: Node['params'],
  hierarchyConfig: Node['hierarchyConfig'],
  x: number,
  y: number,
]

export type EdgeRow = readonly [id: string, source: string, target: string]

export function toNode(row: NodeRow): Node {
  const [id, kind, label, environment, resource, icon, params, hierarchyConfig, x, y] = row
  return { id, kind, label, icon, params, hierarchyConfig, position: { x, y }, environment, resource }
}

export function toEdge([id, source, target]: EdgeRow): Edge {
  return { id, source, target }
}
