import type { Topology } from '@opsgraph/core'
import { analyzeGrown } from './analyze-grown.js'
import { inBatches } from './batches.js'
import type { Session } from './database.js'
import {
  type PlacedEdge,
  type PlacedNode,
  planEdges,
  planNodes,
  type StoredEdge,
  type StoredNode,
} from './graph-plan.js'
import { KeyTaken } from './sqlstate.js'
import { plainArray, textArray } from './text-array.js'

/** A topology whose row is locked, and whose nodes or edges may differ from the stored ones. */
export interface ChangedTopology {
  readonly topology: Topology
  /** Whether the topology is not stored yet. */
  readonly isNew: boolean
}

/**
 * Saves the nodes. Removes nodes from all topologies before adding any, so that a node can move to another topology.
 */
export async function saveNodes(session: Session, changed: readonly ChangedTopology[]): Promise<void> {
  const stored = await readStored<StoredNode>(session, STORED_NODES, changed)
  const plans = changed.map(({ topology }) => planNodes(topology, stored.get(topology.id) ?? []))
  await inBatches(
    plans.flatMap(({ leaving }) => leaving),
    (ids) => session.query({ name: 'remove-nodes', text: REMOVE_NODES, values: [textArray(ids)] }),
  )
  await inBatches(
    plans.flatMap(({ written }) => written),
    (nodes) => writeNodes(session, nodes),
  )
}

export async function saveEdges(session: Session, changed: readonly ChangedTopology[]): Promise<void> {
  const stored = await readStored<StoredEdge>(session, STORED_EDGES, changed)
  const plans = changed.map(({ topology }) => planEdges(topology, stored.get(topology.id) ?? []))
  await inBatches(
    plans.flatMap(({ leaving }) => leaving),
    (edges) =>
      session.query({
        name: 'remove-edges',
        text: REMOVE_EDGES,
        values: [textArray(edges.map(({ topologyId }) => topologyId)), plainArray(edges.map(({ ordinal }) => ordinal))],
      }),
  )
  await inBatches(
    plans.flatMap(({ written }) => written),
    (edges) => writeEdges(session, edges),
  )
}

/** Reads the stored rows by topology id. The map has no entry for a topology without rows. */
async function readStored<Row>(
  session: Session,
  text: string,
  changed: readonly ChangedTopology[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const ids = changed.filter(({ isNew }) => !isNew).map(({ topology }) => topology.id)
  if (ids.length === 0) return new Map()
  const { rows } = await session.query<readonly [id: string, stored: readonly Row[] | null]>({
    text,
    values: [textArray(ids)],
  })
  return new Map(rows.map(([id, stored]) => [id, stored ?? []]))
}

const STORED_NODES = `select wanted.id, (
    select json_agg(json_build_array(id, ordinal, kind, label, environment, resource, icon,
      params::text, hierarchy_config::text, x, y))
    from topology_node where topology_id = wanted.id)
  from unnest($1::text[]) as wanted (id)`
const STORED_EDGES = `select wanted.id, (
    select json_agg(json_build_array(ordinal, id, source, target)) from topology_edge where topology_id = wanted.id)
  from unnest($1::text[]) as wanted (id)`

/**
 * The rows to remove were read in earlier statements. They cannot have changed since then, because their topologies are
 * locked.
 */
const REMOVE_NODES = 'delete from topology_node where id = any((select $1::text[])::text[])'
const REMOVE_EDGES = `delete from topology_edge as edge
  using unnest((select $1::text[]), (select $2::bigint[])) as leaving (topology_id, ordinal)
  where edge.topology_id = leaving.topology_id and edge.ordinal = leaving.ordinal`

const WRITE_NODES = `insert into topology_node
    (topology_id, id, ordinal, kind, label, environment, resource, icon, x, y, params, hierarchy_config)
  select arrived.* from rows from (
    unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[],
      $7::text[], $8::text[], $9::float8[], $10::float8[]),
    json_array_elements($11::json),
    json_array_elements($12::json)
  ) as arrived
  on conflict (id) do update set
    ordinal = excluded.ordinal, kind = excluded.kind, label = excluded.label, environment = excluded.environment,
    resource = excluded.resource, icon = excluded.icon, x = excluded.x, y = excluded.y, params = excluded.params,
    hierarchy_config = excluded.hierarchy_config
  where topology_node.topology_id = excluded.topology_id`

async function writeNodes(session: Session, placed: readonly PlacedNode[]): Promise<void> {
  const nodes = placed.map(({ node }) => node)
  const { count } = await session.query({
    name: 'write-nodes',
    keepsPlan: true,
    text: WRITE_NODES,
    values: [
      textArray(placed.map(({ topologyId }) => topologyId)),
      textArray(nodes.map(({ id }) => id)),
      plainArray(placed.map(({ ordinal }) => ordinal)),
      textArray(nodes.map(({ kind }) => kind)),
      textArray(nodes.map(({ label }) => label)),
      textArray(nodes.map(({ environment }) => environment)),
      textArray(nodes.map(({ resource }) => resource)),
      textArray(nodes.map(({ icon }) => icon)),
      plainArray(nodes.map(({ position }) => position.x)),
      plainArray(nodes.map(({ position }) => position.y)),
      JSON.stringify(nodes.map(({ params }) => params)),
      JSON.stringify(nodes.map(({ hierarchyConfig }) => hierarchyConfig)),
    ],
  })
  if (count < nodes.length) throw new KeyTaken('another topology uses one of the node ids')
  await analyzeGrown(session, ['topology_node'], count)
}

async function writeEdges(session: Session, placed: readonly PlacedEdge[]): Promise<void> {
  const edges = placed.map(({ edge }) => edge)
  await session.query({
    name: 'write-edges',
    keepsPlan: true,
    text: `insert into topology_edge (topology_id, ordinal, id, source, target)
      select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[])`,
    values: [
      textArray(placed.map(({ topologyId }) => topologyId)),
      plainArray(placed.map(({ ordinal }) => ordinal)),
      textArray(edges.map(({ id }) => id)),
      textArray(edges.map(({ source }) => source)),
      textArray(edges.map(({ target }) => target)),
    ],
  })
  await analyzeGrown(session, ['topology_edge'], edges.length)
}
