import type { Filters, ListFilter, Topology } from '@opsgraph/core'
import {
  type KeptTree,
  type ListQuery,
  OpsgraphError,
  type Page,
  type RelationKey,
  relationKey,
  type TopologyHeading,
  type TopologyStore,
} from '@opsgraph/core/store'
import { inBatches, mapWithPauses } from '../sql/batches.js'
import { firstValue, type Session, type SqlValue } from '../sql/database.js'
import { conditions, listPage } from '../sql/list-page.js'
import { sqlstateOf, UNIQUE_VIOLATION } from '../sql/sqlstate.js'
import { storable, textArray } from '../sql/values.js'
import {
  HEADING_COLUMNS,
  type HeadingRow,
  SUMMARIES,
  TOPOLOGIES,
  type TopologyRow,
  toHeading,
  toSummary,
  toTopology,
} from './topology-rows.js'
import { saveTopologies } from './topology-writer.js'

export class PostgresTopologyStore implements TopologyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  list(query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>): Promise<Page<Topology>> {
    return listPage(this.#session, TOPOLOGIES, query, toTopology)
  }

  summaries(
    query: ListQuery<ListFilter<'topologies'>, ListFilter<'topologies'>>,
  ): Promise<Page<Omit<Topology, 'nodes' | 'edges'>>> {
    return listPage(this.#session, SUMMARIES, query, toSummary)
  }

  async headings(filters: Filters<ListFilter<'topologies'>>): Promise<readonly TopologyHeading[]> {
    const values: SqlValue[] = []
    const text = `select ${HEADING_COLUMNS} from topology ${conditions(TOPOLOGIES, filters, values)}`
    const { rows } = await this.#session.query<HeadingRow>({ text, values })
    return rows.map(toHeading)
  }

  async version(): Promise<string> {
    const text = `select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', id, update_time), 0))) from topology`
    return (await firstValue<string>(this.#session, { name: 'topologies-version', keepsPlan: true, text })) ?? ''
  }

  async read(id: string): Promise<Topology | undefined> {
    return (await this.find([id]))[0]
  }

  find(ids: readonly string[]): Promise<readonly Topology[]> {
    return this.#select('read-topologies-by-id', BY_ID, ids)
  }

  async readByService(service: string): Promise<Topology | undefined> {
    return (await this.readByServices([service]))[0]
  }

  readByServices(services: readonly string[]): Promise<readonly Topology[]> {
    return this.#select('read-topologies-by-service', BY_SERVICE, services)
  }

  async servicesHoldingNodesOf(cmdbSource: string): Promise<readonly string[]> {
    const { rows } = await this.#session.query<[string]>({
      text: 'select distinct service from topology where $1::text = any(cmdb_sources)',
      values: [storable(cmdbSource)],
    })
    return rows.map(([service]) => service)
  }

  async count(): Promise<number> {
    return (await firstValue<number>(this.#session, { text: 'select count(*) from topology' })) ?? 0
  }

  lastUpdateTime(): Promise<string | undefined> {
    const text = 'select update_time from topology order by update_time desc limit 1'
    return firstValue(this.#session, { name: 'last-update', text })
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

  async lastDrawnBy(
    relations: readonly RelationKey[],
    exceptIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#session.query<readonly [string, string, string, id: string]>({
      name: 'last-drawn-by',
      text: LAST_DRAWN_BY,
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

  async save(topologies: readonly Topology[]): Promise<void> {
    if (topologies.length === 0) return
    await this.#session.atomic(async (session) => {
      try {
        await saveTopologies(session, topologies)
      } catch (error) {
        if (sqlstateOf(error) !== UNIQUE_VIOLATION) throw error
        const message = 'another topology has the same service, or uses one of the node ids'
        throw new OpsgraphError('conflict', message, [], { cause: error })
      }
    })
  }

  keepTrees(trees: readonly KeptTree[]): Promise<void> {
    return this.#session.atomic(async (session) => {
      for (const batch of treeBatches(trees)) {
        const values = [textArray(batch.map((kept) => kept.topologyId)), textArray(batch.map((kept) => kept.tree))]
        await session.query({ name: 'keep-trees', keepsPlan: true, text: KEEP_TREES, values })
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
      await inBatches(found, (batch) => session.query({ text: DELETE, values: [textArray(batch)] }), DELETED_AT_ONCE)
      return found
    })
  }

  async #select(name: string, text: string, keys: readonly string[]): Promise<readonly Topology[]> {
    const { rows } = await this.#session.query<TopologyRow>({ name, text, values: [textArray(keys)] })
    return await mapWithPauses(rows, toTopology)
  }
}

const BY_ID = `select ${TOPOLOGIES.select} from topology as page where id = any((select $1::text[])::text[])`

const BY_SERVICE = `select ${TOPOLOGIES.select}
  from (
    select distinct on (service) * from topology where service = any((select $1::text[])::text[])
    order by service, schema_version desc, create_time, id
  ) as page`

/** The rows of the topologies are locked, so no other transaction can add nodes or edges to them. */
/** The maximum number of topologies that one statement deletes: it deletes up to 5,000 nodes of each. */
const DELETED_AT_ONCE = 100

const DELETE = `with edges as (delete from topology_edge where topology_id = any($1::text[])),
    nodes as (delete from topology_node where topology_id = any($1::text[])),
    trees as (delete from topology_tree where topology_id = any($1::text[]))
  delete from topology where id = any($1::text[])`

const KEEP_TREES = `insert into topology_tree (topology_id, tree)
  select * from unnest((select $1::text[]), (select $2::text[]))
  on conflict (topology_id) do update set tree = excluded.tree`

/** When the trees of a statement have this number of characters in total, the statement gets no further trees. */
const BATCH_CHARACTERS = 16 * 1024 * 1024

function* treeBatches(trees: readonly KeptTree[]): Generator<readonly KeptTree[]> {
  let batch: KeptTree[] = []
  let characters = 0
  for (const kept of trees.toSorted((left, right) => (left.topologyId < right.topologyId ? -1 : 1))) {
    batch.push(kept)
    characters += kept.tree.length
    if (characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Joins from the child to the parent. Without statistics, the planner could use the index of resources for the parent,
 * and read all nodes of the environment for each relation. The concatenations with an empty text make this index
 * unusable, so that the plan is good whatever the statistics are.
 */
const LAST_DRAWN_BY = `select distinct on (wanted.environment, wanted.resource, wanted.parent)
    wanted.environment, wanted.resource, wanted.parent, topology.id
  from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]))
    as wanted (environment, resource, parent)
  join topology_node as child on child.environment = wanted.environment and child.resource = wanted.resource
  join topology_edge as edge on edge.target = child.id
  join topology_node as parent on parent.id = edge.source
  join topology on topology.id = child.topology_id
  where topology.schema_version = 2 and topology.id <> all((select $4::text[])::text[])
    and parent.environment || '' = wanted.environment and parent.resource || '' = wanted.parent
  order by wanted.environment, wanted.resource, wanted.parent, topology.update_time desc, topology.id desc`
