import type { Edge, ListFilter, Node, Topology } from '@opsgraph/core'
import type { TopologyHeading } from '@opsgraph/core/store'
import type { ListTable } from '../sql/list-page.js'
import { rowFormat } from '../sql/row-format.js'
import { Table } from '../sql/table.js'

/**
 * Selects the nodes of a topology in the saved order, as one JSON document with one list per column. With one list per
 * node, PostgreSQL would take 50 % longer. With one row per node, it would take several times as long. Few nodes have
 * stored claims, so the claims are an object with the ids of the nodes as keys.
 */
const SELECT_NODES_SQL = `select json_build_array(json_agg(id), json_agg(kind), json_agg(label), json_agg(environment),
    json_agg(resource), json_agg(icon), json_agg(params), json_agg(hierarchy_config), json_agg(x), json_agg(y),
    json_object_agg(id, claims::json) filter (where claims is not null))
  from (select * from topology_node where topology_id = page.id order by ordinal) as node`

const SELECT_EDGES_SQL = `select json_build_array(json_agg(id), json_agg(source), json_agg(target))
  from (select * from topology_edge where topology_id = page.id order by ordinal) as edge`

/** One list per column, with one item per node; null if there are no nodes. */
type NodeColumns = readonly [
  ids: readonly string[] | null,
  kinds: readonly Node['kind'][],
  labels: readonly string[],
  environments: readonly (string | null)[],
  resources: readonly (string | null)[],
  icons: readonly string[],
  params: readonly Node['params'][],
  hierarchyConfigs: readonly Node['hierarchyConfig'][],
  xs: readonly number[],
  ys: readonly number[],
  claims: Readonly<Record<string, NonNullable<Node['claims']>>> | null,
]

type EdgeColumns = readonly [ids: readonly string[] | null, sources: readonly string[], targets: readonly string[]]

function toNodes(columns: NodeColumns): readonly Node[] {
  const [ids, kinds, labels, environments, resources, icons, params, hierarchyConfigs, xs, ys, claims] = columns
  return (ids ?? []).map((id, at) => ({
    id,
    kind: kinds[at],
    label: labels[at],
    icon: icons[at],
    params: params[at],
    hierarchyConfig: hierarchyConfigs[at],
    position: { x: xs[at], y: ys[at] },
    environment: environments[at],
    resource: resources[at],
    ...(claims !== null && Object.hasOwn(claims, id) && { claims: claims[id] }),
  })) as Node[]
}

function toEdges([ids, sources, targets]: EdgeColumns): readonly Edge[] {
  return (ids ?? []).map((id, at) => ({ id, source: sources[at], target: targets[at] })) as Edge[]
}

const TOPOLOGY_FIELD_COLUMNS = {
  id: { sql: 'id' },
  name: { sql: 'name' },
  description: { sql: 'description' },
  service: { sql: 'service' },
  serviceKpi: { sql: 'service_kpi' },
  orientation: { sql: 'orientation' },
  schemaVersion: { sql: 'schema_version', type: 'number' },
  createTime: { sql: 'create_time', type: 'time' },
  updateTime: { sql: 'update_time', type: 'time' },
} as const

const { id, name, service, schemaVersion, createTime, updateTime } = TOPOLOGY_FIELD_COLUMNS

export const HEADING_ROW = rowFormat<TopologyHeading>({ id, name, service, schemaVersion, createTime, updateTime })

/** The table of topologies, without their nodes and edges. */
const TOPOLOGY_TABLE = new Table<Omit<Topology, 'nodes' | 'edges'>, Exclude<ListFilter<'topologies'>, 'service_kpi'>>({
  name: 'topology',
  columns: TOPOLOGY_FIELD_COLUMNS,
  order: ['create_time', 'id'],
})

const LISTED_COLUMNS = { ...TOPOLOGY_TABLE.listed.filters, service_kpi: { sql: 'service_kpi' } }

/** Which columns filter and sort lists of topologies without nodes and edges. */
export const SUMMARIES: ListTable<ListFilter<'topologies'>, ListFilter<'topologies'>> = {
  ...TOPOLOGY_TABLE.listed,
  filters: LISTED_COLUMNS,
  sorts: LISTED_COLUMNS,
}

export const toSummary = TOPOLOGY_TABLE.toItem

export const TOPOLOGIES: ListTable<ListFilter<'topologies'>, ListFilter<'topologies'>> = {
  ...SUMMARIES,
  select: `(${SELECT_NODES_SQL}), (${SELECT_EDGES_SQL}), ${TOPOLOGY_TABLE.listed.select}`,
}

/** The columns that a save writes, beginning with the id. */
export const TOPOLOGY_COLUMNS = TOPOLOGY_TABLE.written

/** A row of `TOPOLOGIES.select`. */
export type TopologyRow = readonly [nodes: NodeColumns, edges: EdgeColumns, ...others: readonly unknown[]]

export function toTopology([nodes, edges, ...others]: TopologyRow): Topology {
  return { ...TOPOLOGY_TABLE.toItem(others), nodes: toNodes(nodes), edges: toEdges(edges) }
}
