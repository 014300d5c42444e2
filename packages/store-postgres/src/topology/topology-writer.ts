import { createHash } from 'node:crypto'
import type { Edge, Node, Topology } from '@opsgraph/core'
import { compareNames } from '@opsgraph/core/store'
import { mapWithPauses, runInBatches } from '../sql/batches.js'
import type { Session } from '../sql/database.js'
import { KeyTakenError, OvertakenError } from '../sql/sqlstate.js'
import { isStorable, textArray } from '../sql/values.js'
import {
  arrivedColumnsSql,
  arrivedValues,
  assignColumnsSql,
  columnNamesSql,
  elementType,
  type WrittenColumn,
} from '../sql/written-columns.js'
import { saveEdges, saveNodes } from './graph-writer.js'
import { TOPOLOGY_COLUMNS } from './topology-rows.js'

/** Digests that show whether the nodes or the edges have changed. */
interface GraphDigests {
  readonly nodes: string
  readonly edges: string
}

interface ArrivedTopology {
  readonly topology: Topology
  readonly digests: GraphDigests
}

/** The digests of the stored graphs, by the id of the topology. */
type StoredDigests = ReadonlyMap<string, GraphDigests>

/**
 * Saves topologies. If the list of nodes or edges is unchanged, its rows are not read. If it has changed, only the
 * changed rows are written.
 *
 * @throws KeyTakenError or a unique violation, if a service or a node id would belong to two topologies
 */
export async function saveTopologies(session: Session, topologies: readonly Topology[]): Promise<void> {
  requireOwnNodes(topologies)
  // All transactions lock and add rows in the same order, which prevents deadlocks.
  const inOrder = topologies.toSorted(
    (left, right) => compareNames(left.service, right.service) || compareNames(left.id, right.id),
  )
  const arrivals = await mapWithPauses(
    inOrder,
    (topology): ArrivedTopology => ({ topology, digests: digestsOf(topology) }),
  )
  const stored = await saveRows(session, arrivals)
  await saveNodes(session, listChangedGraphs('nodes', arrivals, stored))
  await saveEdges(session, listChangedGraphs('edges', arrivals, stored))
}

/**
 * Checks that no node id is in two of the given topologies. For topologies that are stored already, the unique index of
 * the database checks this.
 */
function requireOwnNodes(topologies: readonly Topology[]): void {
  if (topologies.length === 1) return
  const owners = new Map<string, Topology>()
  for (const topology of topologies) {
    for (const { id } of topology.nodes) {
      const owner = owners.get(id)
      if (owner !== undefined && owner !== topology) throw new KeyTakenError(`two topologies have a node ${id}`)
      owners.set(id, topology)
    }
  }
}

function digestsOf({ nodes, edges }: Topology): GraphDigests {
  return { nodes: hashList(nodes), edges: hashList(edges) }
}

function hashList(list: readonly (Node | Edge)[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64')
}

function listChangedGraphs(list: keyof GraphDigests, arrivals: readonly ArrivedTopology[], stored: StoredDigests) {
  return arrivals
    .filter(({ topology, digests }) => stored.get(topology.id)?.[list] !== digests[list])
    .map(({ topology }) => ({ topology, isNew: !stored.has(topology.id) }))
}

/** Locks and updates the rows of stored topologies, and adds rows for new ones. Returns the previous digests. */
async function saveRows(session: Session, arrivals: readonly ArrivedTopology[]): Promise<StoredDigests> {
  const stored = new Map<string, GraphDigests>()
  await runInBatches(arrivals, async (batch) => {
    const { rows } = await session.query<readonly [id: string, nodes: string | null, edges: string | null]>({
      name: 'save-topologies',
      text: SAVE_TOPOLOGIES_SQL,
      values: arrivedValues(WRITTEN_COLUMNS, batch),
    })
    if (rows.length < batch.length) throw new OvertakenError('a topology with one of the ids was added meanwhile')
    for (const [id, nodes, edges] of rows) if (nodes !== null && edges !== null) stored.set(id, { nodes, edges })
  })
  return stored
}

const WRITTEN_COLUMNS: readonly WrittenColumn<ArrivedTopology>[] = [
  ...TOPOLOGY_COLUMNS.map(
    ([name, type, write]): WrittenColumn<ArrivedTopology> => [name, type, ({ topology }) => write(topology)],
  ),
  ['nodes_digest', 'text', ({ digests }) => digests.nodes],
  ['edges_digest', 'text', ({ digests }) => digests.edges],
  ['cmdb_sources', 'text[]', ({ topology }) => textArray(cmdbSourcesOf(topology))],
]
const COLUMN_NAMES = columnNamesSql(WRITTEN_COLUMNS)
const CHANGEABLE_COLUMNS = WRITTEN_COLUMNS.slice(1).map(([name]) => name)

/** Saves topologies, and returns the id of each row with the digests that the row had before; null for a new row. */
const SAVE_TOPOLOGIES_SQL = `with arrived as (
    select ${arrivedColumnsSql(WRITTEN_COLUMNS)}
    from unnest(${WRITTEN_COLUMNS.map(([, type], at) => `(select $${at + 1}::${elementType(type)}[])`).join(', ')})
      as sent (${COLUMN_NAMES})
  ),
  stored as (
    select id, nodes_digest, edges_digest from topology
    where id = any((select $1::text[])::text[]) order by service, id for update
  ),
  changed as (
    update topology set ${assignColumnsSql(WRITTEN_COLUMNS.slice(1), 'arrived')}
    from arrived join stored using (id)
    where topology.id = arrived.id and (${namesOfTableSql('topology')}) is distinct from (${namesOfTableSql('arrived')})
  ),
  added as (
    insert into topology (${COLUMN_NAMES}) select * from arrived where id not in (select id from stored)
    on conflict (id) do nothing
    returning id
  )
  select id, nodes_digest, edges_digest from stored
  union all
  select id, null, null from added`

function namesOfTableSql(table: string): string {
  return CHANGEABLE_COLUMNS.map((column) => `${table}.${column}`).join(', ')
}

/** Returns the distinct CMDB sources of the nodes and of their claims. Omits text that PostgreSQL cannot store. */
function cmdbSourcesOf({ nodes }: Topology): readonly string[] {
  const sources = nodes.flatMap(({ params: { cmdbSource }, claims = [] }) => [
    ...(typeof cmdbSource === 'string' ? [cmdbSource] : []),
    ...claims.map(({ source }) => source),
  ])
  return [...new Set(sources.filter(isStorable))]
}
