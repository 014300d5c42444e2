import { OpsgraphError, type TopologyStore } from '@opsgraph/core/store'
import { runInBatches } from '../sql/batches.js'
import { readFirstColumn, readFirstValue, readItems, type Session, type SqlValue } from '../sql/database.js'
import { buildWhere, listPage } from '../sql/list-page.js'
import { sqlstateOf, UNIQUE_VIOLATION } from '../sql/sqlstate.js'
import { storableText, textArray, textArrays } from '../sql/values.js'
import { HEADING_ROW, SUMMARIES, TOPOLOGIES, toSummary, toTopology } from './topology-rows.js'
import { saveTopologies } from './topology-writer.js'

export function postgresTopologyStore(session: Session): TopologyStore {
  return { ...listMethods(session), ...lookupMethods(session), ...writeMethods(session) }
}

function listMethods(session: Session) {
  return {
    list: (query) => listPage(session, TOPOLOGIES, query, toTopology),
    summaries: (query) => listPage(session, SUMMARIES, query, toSummary),
    headings: (filters) => {
      const values: SqlValue[] = []
      const text = `select ${HEADING_ROW.names} from topology ${buildWhere(TOPOLOGIES, filters, values)}`
      return readItems(session, { text, values }, HEADING_ROW.toItem)
    },
    version: async () => {
      const text = `select concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', id, update_time), 0))) from topology`
      return (await readFirstValue<string>(session, { name: 'topologies-version', keepsPlan: true, text })) ?? ''
    },
    count: async () => (await readFirstValue<number>(session, { text: 'select count(*) from topology' })) ?? 0,
    lastUpdateTime: () => {
      const text = 'select update_time from topology order by update_time desc limit 1'
      return readFirstValue(session, { name: 'last-update', text })
    },
  } satisfies Partial<TopologyStore>
}

function lookupMethods(session: Session) {
  const find = (ids: readonly string[]) =>
    readItems(session, { name: 'read-topologies-by-id', text: SELECT_BY_ID_SQL, values: [textArray(ids)] }, toTopology)
  const readByServices = (services: readonly string[]) => {
    const statement = { name: 'read-topologies-by-service', text: SELECT_BY_SERVICE_SQL, values: [textArray(services)] }
    return readItems(session, statement, toTopology)
  }
  return {
    find,
    read: async (id) => (await find([id]))[0],
    readByServices,
    readByService: async (service) => (await readByServices([service]))[0],
    servicesHoldingNodesOf: (cmdbSource) =>
      readFirstColumn(session, {
        text: 'select distinct service from topology where $1::text = any(cmdb_sources)',
        values: [storableText(cmdbSource)],
      }),
    idsDrawing: (resources) =>
      readFirstColumn(session, {
        name: 'topologies-drawing',
        text: SELECT_WITH_RESOURCES_SQL,
        values: textArrays(resources, ['environment', 'resource']),
      }),
    takenNodeIds: async (nodeIds, exceptId) => {
      const taken = await readFirstColumn<string>(session, {
        name: 'taken-node-ids',
        text: `select id from topology_node
          where id = any((select $1::text[])::text[]) and topology_id is distinct from $2::text`,
        values: [textArray(nodeIds), exceptId && storableText(exceptId)],
      })
      return new Set(taken)
    },
  } satisfies Partial<TopologyStore>
}

function writeMethods(session: Session) {
  return {
    save: async (topologies) => {
      if (topologies.length === 0) return
      await session.atomic(async (inner) => {
        try {
          await saveTopologies(inner, topologies)
        } catch (error) {
          if (sqlstateOf(error) !== UNIQUE_VIOLATION) throw error
          const message = 'another topology has the same service, or uses one of the node ids'
          throw new OpsgraphError('conflict', message, [], { cause: error })
        }
      })
    },
    keepTrees: (trees) =>
      session.atomic(async (inner) => {
        for (const batch of treeBatches(trees)) {
          const values = textArrays(batch, ['topologyId', 'tree'])
          await inner.query({ name: 'keep-trees', keepsPlan: true, text: INSERT_TREES_SQL, values })
        }
      }),
    delete: (ids) =>
      session.atomic(async (inner) => {
        const text = 'select id from topology where id = any($1::text[]) order by id for update'
        const found = await readFirstColumn<string>(inner, { text, values: [textArray(ids)] })
        await runInBatches(
          found,
          (batch) => inner.query({ text: DELETE_TOPOLOGIES_SQL, values: [textArray(batch)] }),
          MAX_DELETED_PER_STATEMENT,
        )
        return found
      }),
  } satisfies Partial<TopologyStore>
}

const SELECT_BY_ID_SQL = `select ${TOPOLOGIES.select} from topology as page where id = any((select $1::text[])::text[])`

const SELECT_BY_SERVICE_SQL = `select ${TOPOLOGIES.select}
  from (
    select distinct on (service) * from topology where service = any((select $1::text[])::text[])
    order by service, schema_version desc, create_time, id
  ) as page`

const SELECT_WITH_RESOURCES_SQL = `select distinct topology_id
  from unnest((select $1::text[]), (select $2::text[])) as wanted (environment, resource)
  join topology_node using (environment, resource)`

/** The maximum number of topologies that one statement deletes: it deletes up to 5,000 nodes of each. */
const MAX_DELETED_PER_STATEMENT = 100

/** The rows of the topologies are locked, so no other transaction can add nodes or edges to them. */
const DELETE_TOPOLOGIES_SQL = `with edges as (delete from topology_edge where topology_id = any($1::text[])),
    nodes as (delete from topology_node where topology_id = any($1::text[])),
    trees as (delete from topology_tree where topology_id = any($1::text[]))
  delete from topology where id = any($1::text[])`

const INSERT_TREES_SQL = `insert into topology_tree (topology_id, tree)
  select * from unnest((select $1::text[]), (select $2::text[]))
  on conflict (topology_id) do update set tree = excluded.tree`

/** Once the trees of a statement have this number of characters in total, further trees go into the next statement. */
const BATCH_CHARACTERS = 16 * 1024 * 1024

type UpgradedTrees = Parameters<TopologyStore['keepTrees']>[0]

function* treeBatches(trees: UpgradedTrees): Generator<UpgradedTrees> {
  let batch: UpgradedTrees[number][] = []
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
