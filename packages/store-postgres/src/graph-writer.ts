import type { Edge, Node, Topology } from '@opsgraph/core'
import type { Session } from './database.js'
import { assignOrdinals } from './ordinal.js'
import { KeyTaken } from './sqlstate.js'
import { plainArray, textArray } from './text-array.js'

/** A node or an edge at its place in the list. */
interface Placed<Item> {
  readonly item: Item
  readonly ordinal: number
}

/**
 * Makes the stored graph of a topology, whose row is locked, the given one; rows that are as they should be are not
 * written.
 */
export async function saveGraph(session: Session, { id, nodes, edges }: Topology): Promise<void> {
  const { rows } = await session.query<StoredRow>({ name: 'read-stored-graph', text: READ_STORED, values: [id] })
  const [storedNodes, storedEdges] = rows[0] ?? [null, null]
  const nodePlan = planNodes(storedNodes ?? [], nodes)
  const edgePlan = planEdges(storedEdges ?? [], edges)
  if (nodePlan.leaving.length > 0) {
    await session.query({ text: REMOVE_NODES, values: [id, textArray(nodePlan.leaving)] })
  }
  if (nodePlan.written.length > 0) await writeNodes(session, id, nodePlan.written)
  if (edgePlan.leaving.length > 0) {
    await session.query({ text: REMOVE_EDGES, values: [id, plainArray(edgePlan.leaving)] })
  }
  if (edgePlan.written.length > 0) await writeEdges(session, id, edgePlan.written)
}

const READ_STORED = `select
  (select json_agg(json_build_array(id, ordinal, kind, label, environment, resource, icon, params::text,
    hierarchy_config::text, x, y)) from topology_node where topology_id = $1::text),
  (select json_agg(json_build_array(ordinal, id, source, target)) from topology_edge where topology_id = $1::text)`

type StoredNode = readonly [id: string, ordinal: number, ...content: readonly unknown[]]
type StoredEdge = readonly [ordinal: number, id: string, source: string, target: string]
type StoredRow = readonly [nodes: readonly StoredNode[] | null, edges: readonly StoredEdge[] | null]

function planNodes(stored: readonly StoredNode[], nodes: readonly Node[]) {
  const known = new Map(stored.map((row) => [row[0], row]))
  const wanted = new Set(nodes.map(({ id }) => id))
  const ordinals = assignOrdinals(nodes.map(({ id }) => known.get(id)?.[1]))
  const placed = nodes.map((item, index): Placed<Node> => ({ item, ordinal: ordinals[index] ?? 0 }))
  return {
    leaving: stored.map(([id]) => id).filter((id) => !wanted.has(id)),
    written: placed.filter((node) => !isStored(node, known.get(node.item.id))),
  }
}

function isStored({ item, ordinal }: Placed<Node>, stored: StoredNode | undefined): boolean {
  if (stored === undefined) return false
  const [, storedOrdinal, ...content] = stored
  return storedOrdinal === ordinal && contentOf(item).every((value, index) => value === content[index])
}

function contentOf({ kind, label, environment, resource, icon, params, hierarchyConfig, position }: Node) {
  const [paramsText, configText] = [JSON.stringify(params), JSON.stringify(hierarchyConfig)]
  return [kind, label, environment, resource, icon, paramsText, configText, position.x, position.y]
}

/** Edges have no key of their own: one that differs in anything is another one. */
function planEdges(stored: readonly StoredEdge[], edges: readonly Edge[]) {
  const known = new Map<string, number[]>()
  for (const [ordinal, ...edge] of stored.toSorted(([left], [right]) => right - left)) {
    const key = edge.join('\u0000')
    known.set(key, [...(known.get(key) ?? []), ordinal])
  }
  const before = edges.map(({ id, source, target }) => known.get([id, source, target].join('\u0000'))?.pop())
  const ordinals = assignOrdinals(before)
  const kept = new Set(before.filter((ordinal, index) => ordinal === ordinals[index]))
  return {
    leaving: stored.map(([ordinal]) => ordinal).filter((ordinal) => !kept.has(ordinal)),
    written: edges
      .map((item, index): Placed<Edge> => ({ item, ordinal: ordinals[index] ?? 0 }))
      .filter(({ ordinal }) => !kept.has(ordinal)),
  }
}

const REMOVE_NODES = 'delete from topology_node where topology_id = $1::text and id = any($2::text[])'
const REMOVE_EDGES = 'delete from topology_edge where topology_id = $1::text and ordinal = any($2::bigint[])'

const WRITE_NODES = `insert into topology_node
    (topology_id, id, ordinal, kind, label, environment, resource, icon, x, y, params, hierarchy_config)
  select $1::text, arrived.* from rows from (
    unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[],
      $7::text[], $8::text[], $9::float8[], $10::float8[]),
    json_array_elements($11::json),
    json_array_elements($12::json)
  ) as arrived
  on conflict (id) do update set
    ordinal = excluded.ordinal, kind = excluded.kind, label = excluded.label, environment = excluded.environment,
    resource = excluded.resource, icon = excluded.icon, x = excluded.x, y = excluded.y, params = excluded.params,
    hierarchy_config = excluded.hierarchy_config
  where topology_node.topology_id = excluded.topology_id`

async function writeNodes(session: Session, topologyId: string, placed: readonly Placed<Node>[]): Promise<void> {
  const nodes = placed.map(({ item }) => item)
  const { count } = await session.query({
    name: 'write-nodes',
    text: WRITE_NODES,
    values: [
      topologyId,
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
}

async function writeEdges(session: Session, topologyId: string, placed: readonly Placed<Edge>[]): Promise<void> {
  const edges = placed.map(({ item }) => item)
  await session.query({
    name: 'write-edges',
    text: `insert into topology_edge (topology_id, ordinal, id, source, target)
      select $1::text, arrived.* from unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
        as arrived`,
    values: [
      topologyId,
      plainArray(placed.map(({ ordinal }) => ordinal)),
      textArray(edges.map(({ id }) => id)),
      textArray(edges.map(({ source }) => source)),
      textArray(edges.map(({ target }) => target)),
    ],
  })
}
