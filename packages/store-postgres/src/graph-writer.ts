import { createHash } from 'node:crypto'
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

/** What tells a stored list of nodes or edges from another one; '' when nothing is stored. */
export interface GraphDigests {
  readonly nodes: string
  readonly edges: string
}

/**
 * Makes the stored graph of a topology, whose row is locked, the given one. Lists that are as they were are not even
 * read; of the others, rows that are as they should be are not written.
 */
export async function saveGraph(session: Session, topology: Topology, stored: GraphDigests): Promise<void> {
  const wanted = { nodes: digest(topology.nodes), edges: digest(topology.edges) }
  if (wanted.nodes === stored.nodes && wanted.edges === stored.edges) return
  if (wanted.nodes !== stored.nodes) await saveNodes(session, topology, stored.nodes === '')
  if (wanted.edges !== stored.edges) await saveEdges(session, topology, stored.edges === '')
  await session.query({
    name: 'save-graph-digests',
    text: 'update topology set nodes_digest = $2::text, edges_digest = $3::text where id = $1::text',
    values: [topology.id, wanted.nodes, wanted.edges],
  })
}

function digest(list: readonly (Node | Edge)[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64')
}

async function saveNodes(session: Session, { id, nodes }: Topology, isNew: boolean): Promise<void> {
  const plan = planNodes(isNew ? [] : await readStored(session, STORED_NODES, id), nodes)
  if (plan.leaving.length > 0) {
    await session.query({ text: REMOVE_NODES, values: [id, textArray(plan.leaving)] })
  }
  if (plan.written.length > 0) await writeNodes(session, id, plan.written)
}

async function saveEdges(session: Session, { id, edges }: Topology, isNew: boolean): Promise<void> {
  const plan = planEdges(isNew ? [] : await readStored(session, STORED_EDGES, id), edges)
  if (plan.leaving.length > 0) {
    await session.query({ text: REMOVE_EDGES, values: [id, plainArray(plan.leaving)] })
  }
  if (plan.written.length > 0) await writeEdges(session, id, plan.written)
}

async function readStored<Row>(session: Session, text: string, topologyId: string): Promise<readonly Row[]> {
  const { rows } = await session.query<readonly [readonly Row[] | null]>({ text, values: [topologyId] })
  return rows[0]?.[0] ?? []
}

const STORED_NODES = `select json_agg(json_build_array(id, ordinal, kind, label, environment, resource, icon,
    params::text, hierarchy_config::text, x, y))
  from topology_node where topology_id = $1::text`
const STORED_EDGES = `select json_agg(json_build_array(ordinal, id, source, target))
  from topology_edge where topology_id = $1::text`

type StoredNode = readonly [id: string, ordinal: number, ...content: readonly unknown[]]
type StoredEdge = readonly [ordinal: number, id: string, source: string, target: string]

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
