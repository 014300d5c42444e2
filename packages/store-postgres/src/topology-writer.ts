import { createHash } from 'node:crypto'
import type { Edge, Node, Topology } from '@opsgraph/core'
import { inBatches } from './batches.js'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { saveEdges, saveNodes } from './graph-writer.js'
import { KeyTaken, Overtaken } from './sqlstate.js'
import { isStorable, plainArray, textArray } from './text-array.js'

/** What tells a list of nodes or edges from another one. */
interface GraphDigests {
  readonly nodes: string
  readonly edges: string
}

interface Arrival {
  readonly topology: Topology
  readonly digests: GraphDigests
  /** Of the graph that is stored so far; `undefined` for a topology that is not stored yet. */
  readonly stored: GraphDigests | undefined
}

/**
 * Makes the stored topologies the given ones. Lists of nodes or edges that are as they were are not even read; of the
 * others, rows that are as they should be are not written.
 *
 * @throws KeyTaken, or what a unique index throws, when a service or a node id would belong to two topologies
 */
export async function saveTopologies(session: Session, topologies: readonly Topology[]): Promise<void> {
  requireOwnNodes(topologies)
  const arrivals = await meetStored(session, topologies)
  const [known, added] = [arrivals.filter(({ stored }) => stored), arrivals.filter(({ stored }) => !stored)]
  await inBatches(known, (batch) => updateRows(session, batch))
  await inBatches(added, (batch) => insertRows(session, batch))
  await saveNodes(session, changedIn('nodes', arrivals))
  await saveEdges(session, changedIn('edges', arrivals))
}

/** That no node is in two of them; the database knows of those that are stored, and sees one statement at a time. */
function requireOwnNodes(topologies: readonly Topology[]): void {
  const owners = new Map<string, Topology>()
  for (const topology of topologies) {
    for (const { id } of topology.nodes) {
      const owner = owners.get(id)
      if (owner !== undefined && owner !== topology) throw new KeyTaken(`two topologies have a node ${id}`)
      owners.set(id, topology)
    }
  }
}

/** Locks the rows that are stored; all are written in one order, so that no two transactions wait for one another. */
async function meetStored(session: Session, topologies: readonly Topology[]): Promise<readonly Arrival[]> {
  const { rows } = await session.query<readonly [id: string, nodes: string, edges: string]>({
    name: 'lock-topologies',
    text: `select id, nodes_digest, edges_digest from topology
      where id = any((select $1::text[])::text[]) order by service, id for update`,
    values: [textArray(topologies.map(({ id }) => id))],
  })
  const stored = new Map(rows.map(([id, nodes, edges]) => [id, { nodes, edges }]))
  return topologies
    .toSorted((left, right) => (left.service < right.service ? -1 : 1))
    .map((topology) => ({
      topology,
      digests: { nodes: digest(topology.nodes), edges: digest(topology.edges) },
      stored: stored.get(topology.id),
    }))
}

function changedIn(list: keyof GraphDigests, arrivals: readonly Arrival[]) {
  return arrivals
    .filter(({ digests, stored }) => stored?.[list] !== digests[list])
    .map(({ topology, stored }) => ({ topology, isNew: stored === undefined }))
}

function digest(list: readonly (Node | Edge)[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64')
}

const COLUMNS = `id, name, description, service, service_kpi, orientation, schema_version, create_time, update_time,
  nodes_digest, edges_digest, cmdb_sources`

/** The rows `arrived`, in the order of {@link rowValues}. */
const ARRIVED = `(
    select id, name, description, service, service_kpi, orientation, schema_version, create_time, update_time,
      nodes_digest, edges_digest, cmdb_sources::text[]
    from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]),
      (select $5::text[]), (select $6::text[]), (select $7::smallint[]), (select $8::timestamptz[]),
      (select $9::timestamptz[]), (select $10::text[]), (select $11::text[]), (select $12::text[]))
      as sent (${COLUMNS})
  ) as arrived`

const INSERT = `insert into topology (${COLUMNS}) select * from ${ARRIVED} on conflict (id) do nothing`

const CHANGING = COLUMNS.replace('id, ', '')

const UPDATE = `update topology set (${CHANGING}) = (${ofTable('arrived')})
  from ${ARRIVED}
  where topology.id = arrived.id and (${ofTable('topology')}) is distinct from (${ofTable('arrived')})`

function ofTable(table: string): string {
  return CHANGING.replaceAll(/\w+/g, (column) => `${table}.${column}`)
}

async function insertRows(session: Session, added: readonly Arrival[]): Promise<void> {
  const { count } = await session.query({ name: 'insert-topologies', text: INSERT, values: rowValues(added) })
  if (count < added.length) throw new Overtaken('a topology with one of the ids was added meanwhile')
}

async function updateRows(session: Session, known: readonly Arrival[]): Promise<void> {
  await session.query({ name: 'update-topologies', text: UPDATE, values: rowValues(known) })
}

function rowValues(arrivals: readonly Arrival[]): readonly string[] {
  const topologies = arrivals.map(({ topology }) => topology)
  return [
    textArray(topologies.map(({ id }) => id)),
    textArray(topologies.map(({ name }) => name)),
    textArray(topologies.map(({ description }) => description)),
    textArray(topologies.map(({ service }) => service)),
    textArray(topologies.map(({ serviceKpi }) => serviceKpi)),
    textArray(topologies.map(({ orientation }) => orientation)),
    plainArray(topologies.map(({ schemaVersion }) => schemaVersion)),
    textArray(topologies.map(({ createTime }) => writeTime(createTime))),
    textArray(topologies.map(({ updateTime }) => writeTime(updateTime))),
    textArray(arrivals.map(({ digests }) => digests.nodes)),
    textArray(arrivals.map(({ digests }) => digests.edges)),
    textArray(topologies.map((topology) => textArray(cmdbSourcesOf(topology)))),
  ]
}

/** What no database keeps as text is found nowhere, and so left out. */
function cmdbSourcesOf({ nodes }: Topology): readonly string[] {
  const sources = nodes.flatMap(({ params: { cmdbSource } }) =>
    typeof cmdbSource === 'string' && isStorable(cmdbSource) ? [cmdbSource] : [],
  )
  return [...new Set(sources)]
}
