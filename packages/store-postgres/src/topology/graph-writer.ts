import type { Topology } from '@opsgraph/core'
import { analyzeIfGrown } from '../sql/analyze-grown.js'
import { mapWithPauses, runInBatches } from '../sql/batches.js'
import type { Session } from '../sql/database.js'
import { KeyTakenError } from '../sql/sqlstate.js'
import { plainArray, textArray } from '../sql/values.js'
import {
  arrivedRowsSql,
  arrivedValues,
  assignColumnsSql,
  columnNamesSql,
  type WrittenColumn,
} from '../sql/written-columns.js'
import {
  claimsText,
  type OrderedEdge,
  type OrderedNode,
  planEdges,
  planNodes,
  type StoredEdge,
  type StoredNode,
} from './graph-plan.js'

/** A topology whose row is locked, and whose nodes or edges may differ from the stored ones. */
export interface ChangedTopology {
  readonly topology: Topology
  /** Whether the topology is not stored yet. */
  readonly isNew: boolean
}

/**
 * Saves the nodes. First removes nodes from all topologies, then adds nodes, so that a node can move to another
 * topology.
 */
export async function saveNodes(session: Session, changed: readonly ChangedTopology[]): Promise<void> {
  const stored = await readStoredRows<StoredNode>(session, SELECT_STORED_NODES_SQL, changed)
  const plans = await mapWithPauses(changed, ({ topology }) => planNodes(topology, stored.get(topology.id) ?? []))
  const leaving = plans.flatMap((plan) => plan.leaving)
  await runInBatches(leaving, (ids) =>
    session.query({ name: 'remove-nodes', text: REMOVE_NODES_SQL, values: [textArray(ids)] }),
  )
  const written = plans.flatMap((plan) => plan.written)
  await runInBatches(written, (nodes) => writeNodes(session, nodes))
}

export async function saveEdges(session: Session, changed: readonly ChangedTopology[]): Promise<void> {
  const stored = await readStoredRows<StoredEdge>(session, SELECT_STORED_EDGES_SQL, changed)
  const plans = await mapWithPauses(changed, ({ topology }) => planEdges(topology, stored.get(topology.id) ?? []))
  const leaving = plans.flatMap((plan) => plan.leaving)
  await runInBatches(leaving, (edges) => {
    const topologyIds = textArray(edges.map(({ topologyId }) => topologyId))
    const ordinals = plainArray(edges.map(({ ordinal }) => ordinal))
    return session.query({ name: 'remove-edges', text: REMOVE_EDGES_SQL, values: [topologyIds, ordinals] })
  })
  const written = plans.flatMap((plan) => plan.written)
  await runInBatches(written, (edges) => writeEdges(session, edges))
}

/** Reads the stored rows by topology id. The map has no entry for a topology without rows. */
async function readStoredRows<Row>(
  session: Session,
  text: string,
  changed: readonly ChangedTopology[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const ids = changed.filter(({ isNew }) => !isNew).map(({ topology }) => topology.id)
  if (ids.length === 0) return new Map()
  const values = [textArray(ids)]
  const { rows } = await session.query<readonly [id: string, stored: readonly Row[] | null]>({ text, values })
  return new Map(rows.map(([id, stored]) => [id, stored ?? []]))
}

const SELECT_STORED_NODES_SQL = `select wanted.id, (
    select json_agg(json_build_array(id, ordinal, kind, label, environment, resource, icon,
      params::text, hierarchy_config::text, x, y, claims))
    from topology_node where topology_id = wanted.id)
  from unnest($1::text[]) as wanted (id)`
const SELECT_STORED_EDGES_SQL = `select wanted.id, (
    select json_agg(json_build_array(ordinal, id, source, target)) from topology_edge where topology_id = wanted.id)
  from unnest($1::text[]) as wanted (id)`

/**
 * Removes rows that earlier statements have read. The rows cannot have changed since then, because their topologies are
 * locked.
 */
const REMOVE_NODES_SQL = 'delete from topology_node where id = any((select $1::text[])::text[])'
const REMOVE_EDGES_SQL = `delete from topology_edge as edge
  using unnest((select $1::text[]), (select $2::bigint[])) as leaving (topology_id, ordinal)
  where edge.topology_id = leaving.topology_id and edge.ordinal = leaving.ordinal`

const NODE_COLUMNS: readonly WrittenColumn<OrderedNode>[] = [
  ['id', 'text', ({ node }) => node.id],
  ['topology_id', 'text', ({ topologyId }) => topologyId],
  ['ordinal', 'bigint', ({ ordinal }) => String(ordinal)],
  ['kind', 'text', ({ node }) => node.kind],
  ['label', 'text', ({ node }) => node.label],
  ['environment', 'text', ({ node }) => node.environment],
  ['resource', 'text', ({ node }) => node.resource],
  ['icon', 'text', ({ node }) => node.icon],
  ['x', 'float8', ({ node }) => String(node.position.x)],
  ['y', 'float8', ({ node }) => String(node.position.y)],
  ['params', 'json', ({ node }) => JSON.stringify(node.params)],
  ['hierarchy_config', 'json', ({ node }) => JSON.stringify(node.hierarchyConfig)],
  ['claims', 'text', ({ node }) => claimsText(node.claims)],
]
const WRITE_NODES_SQL = `insert into topology_node (${columnNamesSql(NODE_COLUMNS)})
  select arrived.* from ${arrivedRowsSql(NODE_COLUMNS)}
  on conflict (id) do update set ${assignColumnsSql(NODE_COLUMNS.slice(2), 'excluded')}
  where topology_node.topology_id = excluded.topology_id`

async function writeNodes(session: Session, nodes: readonly OrderedNode[]): Promise<void> {
  const values = arrivedValues(NODE_COLUMNS, nodes)
  const { count } = await session.query({ name: 'write-nodes', keepsPlan: true, text: WRITE_NODES_SQL, values })
  if (count < nodes.length) throw new KeyTakenError('another topology uses one of the node ids')
  await analyzeIfGrown(session, 'topology_node', count)
}

const EDGE_COLUMNS: readonly WrittenColumn<OrderedEdge>[] = [
  ['topology_id', 'text', ({ topologyId }) => topologyId],
  ['ordinal', 'bigint', ({ ordinal }) => String(ordinal)],
  ['id', 'text', ({ edge }) => edge.id],
  ['source', 'text', ({ edge }) => edge.source],
  ['target', 'text', ({ edge }) => edge.target],
]
const WRITE_EDGES_SQL = `insert into topology_edge (${columnNamesSql(EDGE_COLUMNS)}) select * from ${arrivedRowsSql(EDGE_COLUMNS)}`

async function writeEdges(session: Session, edges: readonly OrderedEdge[]): Promise<void> {
  const values = arrivedValues(EDGE_COLUMNS, edges)
  await session.query({ name: 'write-edges', keepsPlan: true, text: WRITE_EDGES_SQL, values })
  await analyzeIfGrown(session, 'topology_edge', edges.length)
}
