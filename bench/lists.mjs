import { LIST_COLUMNS } from '@opsgraph/core'
import { drawAlerts, receiveAll, SERVICE } from './lib/alerts.mjs'
import { DEBIAN, readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { measureLists } from './lib/measure-lists.mjs'
import { BATCH, copyRows, SOURCE, settle, toRows } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'
import { drawTopology, FIRST_RESOURCE, findEnvironment, nameResource } from './lib/topology.mjs'

/** @import { Stage } from './lib/stage.mjs' */

const ALERTS = 10_000
const TOPOLOGIES = 200
/** The number of nodes and the number of edges of each topology. */
const TOPOLOGY_SIZE = /** @type {const} */ ([100, 150])

emit('\n## Lists: the first page of 50, with the total')
await onStage('lists', async (stage) => {
  await measureRelations(stage)
  await measureAlerts(stage)
  await measureTopologies(stage)
})

/** @param {Stage} stage */
async function measureRelations({ client, opsgraph }) {
  const debian = await readDebianGraph()
  await copyRows(client, toRows(debian))
  await opsgraph.putRelations(CALLER, { relations: drawAlerts(ALERTS, 5_000).relations.slice(0, BATCH) })
  await settle(client)
  emit(`\n### ${debian.length} relations of one source, ${BATCH} of another\n`)
  const list = {
    table: 'relation',
    columns: 'id, environment, resource, parent, source, source_ref, create_time, update_time',
    order: 'environment, resource, parent',
    sql: {
      ...{ environment: 'environment', resource: 'resource', parent: 'parent', source: 'source' },
      ...{ sourceRef: 'source_ref', createTime: 'create_time', updateTime: 'update_time' },
    },
    read: opsgraph.listRelations.bind(undefined, CALLER),
  }
  await measureLists(client, list, [
    {},
    { filters: { environment: [DEBIAN] } },
    { filters: { environment: [findEnvironment(0)] } },
    { filters: { resource: ['kde-full'] } },
    { filters: { parent: ['libc6'] } },
    { filters: { parent: ['libgloox18'] } },
    { filters: { source: [SOURCE.source] } },
    { filters: { source: ['manual'] } },
    { filters: { sourceRef: [SOURCE.sourceRef] } },
    { filters: { environment: [DEBIAN], parent: ['libc6'] } },
    { filters: { environment: [DEBIAN], resource: ['kde-full', '0ad'], source: [SOURCE.source] } },
    ...sortBothWays(LIST_COLUMNS.relations.sorts),
  ])
}

/** @param {Stage} stage */
async function measureAlerts({ client, opsgraph }) {
  await receiveAll(opsgraph, drawAlerts(ALERTS, 5_000).bodies)
  await settle(client, 'alert')
  emit(`\n### ${ALERTS} alerts\n`)
  const list = {
    table: 'alert',
    columns: 'id, environment, resource, event, severity, status, document',
    order: 'create_time, id',
    sql: {
      ...{ severity: 'severity', status: 'status', environment: 'environment', resource: 'resource', event: 'event' },
      ...{ createTime: 'create_time', lastReceiveTime: 'last_receive_time' },
    },
    orders: {
      severity: 'severity_rank, active_since desc, id desc',
      '-severity': 'severity_rank desc, active_since, id',
    },
    read: opsgraph.listAlerts.bind(undefined, CALLER),
  }
  await measureLists(client, list, [
    {},
    { filters: { severity: ['critical'] } },
    { filters: { severity: ['critical', 'major'], status: ['open', 'ack'] } },
    { filters: { status: ['closed'] } },
    { filters: { environment: [findEnvironment(0)] } },
    { filters: { resource: [nameResource(FIRST_RESOURCE)] } },
    { filters: { event: ['Probe 1 failed'] } },
    ...sortBothWays(LIST_COLUMNS.alerts.sorts),
  ])
}

/** @param {Stage} stage */
async function measureTopologies({ client, opsgraph }) {
  const graph = drawTopology(...TOPOLOGY_SIZE)
  for (let number = 0; number < TOPOLOGIES; number++) {
    const names = { name: `Shop ${number}`, description: `Branch ${number}`, service: `${SERVICE}-${number}` }
    await opsgraph.createTopology(CALLER, { ...names, serviceKpi: `kpi-${number}`, ...graph })
  }
  for (const table of ['topology', 'topology_node', 'topology_edge']) await settle(client, table)
  emit(`\n### ${TOPOLOGIES} topologies, each of ${TOPOLOGY_SIZE[0]} nodes and ${TOPOLOGY_SIZE[1]} edges\n`)
  const list = {
    table: 'topology',
    columns: `id, name, description, service, service_kpi, orientation, schema_version, create_time, update_time,
      (select json_build_array(json_agg(id), json_agg(kind), json_agg(label), json_agg(environment),
          json_agg(resource), json_agg(icon), json_agg(params), json_agg(hierarchy_config), json_agg(x), json_agg(y))
        from (select * from topology_node where topology_id = topology.id order by ordinal) as node),
      (select json_build_array(json_agg(id), json_agg(source), json_agg(target))
        from (select * from topology_edge where topology_id = topology.id order by ordinal) as edge)`,
    order: 'create_time, id',
    sql: {
      ...{ id: 'id', name: 'name', description: 'description', service: 'service', service_kpi: 'service_kpi' },
      ...{ orientation: 'orientation', schemaVersion: 'schema_version' },
      ...{ createTime: 'create_time', updateTime: 'update_time' },
    },
    read: opsgraph.listTopologies.bind(undefined, CALLER),
  }
  const { items } = await opsgraph.listTopologies(CALLER, { pageSize: 1, page: 7 })
  const sample = { ...items[0], service_kpi: items[0]?.serviceKpi }
  const filters = LIST_COLUMNS.topologies.filters.map((name) => ({ filters: { [name]: [String(sample[name])] } }))
  await measureLists(client, list, [{}, ...filters, ...LIST_COLUMNS.topologies.filters.map((sortBy) => ({ sortBy }))])
}

/** @param {readonly string[]} columns */
function sortBothWays(columns) {
  return columns.flatMap((column) => [{ sortBy: column }, { sortBy: `-${column}` }])
}
