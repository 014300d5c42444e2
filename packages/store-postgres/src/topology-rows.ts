import type { Edge, Node, Topology, TopologyColumn } from '@opsgraph/core'
import type { ListTable } from './list-page.js'

/** The nodes of a topology as one JSON document, in the saved order: one row each would cost several times as much. */
const NODES = `json_agg(json_build_array(node.id, node.kind, node.label, node.environment, node.resource,
  node.icon, node.params, node.hierarchy_config, node.x, node.y) order by node.ordinal)`

const EDGES = 'json_agg(json_build_array(edge.id, edge.source, edge.target) order by edge.ordinal)'

type NodeRow = readonly [
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

type EdgeRow = readonly [id: string, source: string, target: string]

function toNode(row: NodeRow): Node {
  const [id, kind, label, environment, resource, icon, params, hierarchyConfig, x, y] = row
  return { id, kind, label, icon, params, hierarchyConfig, position: { x, y }, environment, resource }
}

function toEdge([id, source, target]: EdgeRow): Edge {
  return { id, source, target }
}

/** The columns of a {@link TopologyRow}, read from `topology as page`. */
export const TOPOLOGY_COLUMNS = `page.id, page.name, page.description, page.service, page.service_kpi, page.orientation,
  page.schema_version, page.create_time, page.update_time,
  (select ${NODES} from topology_node as node where node.topology_id = page.id),
  (select ${EDGES} from topology_edge as edge where edge.topology_id = page.id)`

const LISTED = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  service: { sql: 'service' },
  service_kpi: { sql: 'service_kpi' },
  orientation: { sql: 'orientation' },
  schemaVersion: { sql: 'schema_version', type: 'number' },
  createTime: { sql: 'create_time', type: 'time' },
  updateTime: { sql: 'update_time', type: 'time' },
} as const

export const TOPOLOGIES: ListTable<TopologyColumn, TopologyColumn> = {
  name: 'topology',
  filters: LISTED,
  sorts: LISTED,
  order: ['create_time', 'id'],
  select: TOPOLOGY_COLUMNS,
}

export type TopologyRow = readonly [
  id: string,
  name: string,
  description: string,
  service: string,
  serviceKpi: string | null,
  orientation: Topology['orientation'],
  schemaVersion: Topology['schemaVersion'],
  createTime: string,
  updateTime: string,
  nodes: readonly NodeRow[] | null,
  edges: readonly EdgeRow[] | null,
]

export function toTopology(row: TopologyRow): Topology {
  const [id, name, description, service, serviceKpi, orientation, schemaVersion, createTime, updateTime] = row
  const [, , , , , , , , , nodes, edges] = row
  return {
    ...{ id, name, description, service, serviceKpi, orientation, schemaVersion, createTime, updateTime },
    nodes: nodes?.map(toNode) ?? [],
    edges: edges?.map(toEdge) ?? [],
  }
}
