import {
  type ListQuery,
  OpsgraphError,
  type Page,
  type RelationKey,
  relationKey,
  type Topology,
  type TopologyColumn,
  type TopologyStore,
} from '@opsgraph/core'
import { writeTime } from './column-parser.js'
import type { Session } from './database.js'
import { type GraphDigests, saveGraph } from './graph-writer.js'
import { listPage } from './list-page.js'
import { sqlstateOf, UNIQUE_VIOLATION } from './sqlstate.js'
import { storable, textArray } from './text-array.js'
import { TOPOLOGIES, TOPOLOGY_COLUMNS, type TopologyRow, toTopology } from './topology-rows.js'

export class PostgresTopologyStore implements TopologyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<TopologyColumn, TopologyColumn>): Promise<Page<Topology>> {
    return listPage(this.#session, TOPOLOGIES, query, toTopology)
  }

  read(id: string): Promise<Topology | undefined> {
    return this.#readBy('id', id)
  }

  readByService(service: string): Promise<Topology | undefined> {
    return this.#readBy('service', service)
  }

  async count(): Promise<number> {
    const { rows } = await this.#session.query<[number]>({ text: 'select count(*) from topology' })
    return rows[0]?.[0] ?? 0
  }

  async takenNodeIds(nodeIds: readonly string[], exceptId: string | null): Promise<ReadonlySet<string>> {
    const { rows } = await this.#session.query<[string]>({
      name: 'taken-node-ids',
      text: `select id from topology_node
        where id = any((select $1::text[])::text[]) and topology_id is distinct from $2::text`,
      values: [textArray(nodeIds), exceptId === null ? null : storable(exceptId)],
    })
    return new Set(rows.map(([id]) => id))
  }

  async drawers(relations: readonly RelationKey[], exceptIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#session.query<readonly [string, string, string, id: string]>({
      name: 'drawers',
      text: DRAWERS,
      values: [
        textArray(relations.map(({ environment }) => environment)),
        textArray(relations.map(({ resource }) => resource)),
        textArray(relations.map(({ parent }) => parent)),
        textArray(exceptIds.map(storable).filter((id) => id !== null)),
      ],
    })
    return new Map(
      rows.map(([environment, resource, parent, id]) => [relationKey({ environment, resource, parent }), id]),
    )
  }

  save(topology: Topology): Promise<void> {
    return this.#session.atomic(async (session) => {
      try {
        await saveGraph(session, topology, await saveRow(session, topology))
      } catch (error) {
        if (sqlstateOf(error) !== UNIQUE_VIOLATION) throw error
        const message = `another topology has the service ${topology.service}, or uses one of the node ids`
        throw new OpsgraphError('conflict', message, [], { cause: error })
      }
    })
  }

  delete(ids: readonly string[]): Promise<readonly string[]> {
    return this.#session.atomic(async (session) => {
      const { rows } = await session.query<[string]>({
        text: 'select id from topology where id = any($1::text[]) order by id for update',
        values: [textArray(ids)],
      })
      const found = rows.map(([id]) => id)
      if (found.length === 0) return found
      // Nodes and edges are looked for now that nobody can add any: the rows of their topologies are locked.
      for (const [table, column] of [
        ['topology_edge', 'topology_id'],
        ['topology_node', 'topology_id'],
        ['topology', 'id'],
      ]) {
        const text = `delete from ${table} where ${column} = any($1::text[])`
        await session.query({ text, values: [textArray(found)] })
      }
      return found
    })
  }

  async #readBy(column: 'id' | 'service', value: string): Promise<Topology | undefined> {
    const { rows } = await this.#session.query<TopologyRow>({
      name: `read-topology-by-${column}`,
      text: `select ${TOPOLOGY_COLUMNS} from topology as page where ${column} = $1::text`,
      values: [storable(value)],
    })
    return rows.map(toTopology)[0]
  }
}

/** Locks the row, and answers the digests of the graph that is stored so far. */
async function saveRow(session: Session, topology: Topology): Promise<GraphDigests> {
  const { rows } = await session.query<readonly [nodes: string, edges: string]>({
    name: 'save-topology',
    text: `insert into topology
        (id, name, description, service, service_kpi, orientation, schema_version, create_time, update_time)
      values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::smallint,
        $8::timestamptz, $9::timestamptz)
      on conflict (id) do update set
        name = excluded.name, description = excluded.description, service = excluded.service,
        service_kpi = excluded.service_kpi, orientation = excluded.orientation,
        schema_version = excluded.schema_version, create_time = excluded.create_time,
        update_time = excluded.update_time
      returning nodes_digest, edges_digest`,
    values: [
      topology.id,
      topology.name,
      topology.description,
      topology.service,
      topology.serviceKpi,
      topology.orientation,
      topology.schemaVersion,
      writeTime(topology.createTime),
      writeTime(topology.updateTime),
    ],
  })
  const [nodes, edges] = rows[0] ?? ['', '']
  return { nodes, edges }
}

const DRAWERS = `select distinct on (wanted.environment, wanted.resource, wanted.parent)
    wanted.environment, wanted.resource, wanted.parent, topology.id
  from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]))
    as wanted (environment, resource, parent)
  join topology_node as child on child.environment = wanted.environment and child.resource = wanted.resource
  join topology_edge as edge on edge.target = child.id
  join topology_node as parent on parent.id = edge.source
    and parent.environment = wanted.environment and parent.resource = wanted.parent
  join topology on topology.id = child.topology_id
  where topology.id <> all((select $4::text[])::text[])
  order by wanted.environment, wanted.resource, wanted.parent, topology.update_time desc, topology.id desc`
