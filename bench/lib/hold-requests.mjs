import { drawRecords, toCsv } from './cmdb.mjs'
import { drawTopology, findEnvironment, nameResource } from './topology.mjs'

/**
 * @import { HeavyRequest } from './holds-client.mjs'
 *
 * @typedef {Omit<HeavyRequest, 'detail'>} Seed
 * @typedef {{ topologies: string[], alert: string, relation: string, policies: Record<string, string>, key: string }} Ids
 */

/** The number of topologies, each with the maximum number of nodes. */
const TOPOLOGIES = 20
const NODES = 5_000
const EDGES = 20_000
/** The number of items that fill a page of the maximum size. */
const ITEMS = 1_000
const DELIVERIES = 5
const PER_DELIVERY = 2_000
/** The number of levels of the resource graph below its root, and the number of resources in each level. */
const LEVELS = 20
const WIDTH = 2_500
const TEXT = 'the quick brown fox jumps over the lazy dog '

const FILTERS = {
  clauses: [
    { key: 'resource', op: 'IN', value: Array.from({ length: 200 }, (_, number) => `host-${number}.example.org`) },
  ],
}
const POLICY = { description: TEXT.repeat(20), filters: FILTERS, status: 'inactive' }
const ACTIONS = Array.from({ length: 50 }, (_, number) => ({ set: `attributes.key${number}`, value: TEXT }))
const WINDOW = { startTime: '2030-01-06T02:00:00Z', endTime: '2030-01-06T04:00:00Z', text: TEXT, filters: FILTERS }
/** A maintenance window whose occurrences are 28 years apart: a search for the next occurrence tries many dates. */
const LEAP = {
  ...{ startTime: '2044-02-29T02:00:00Z', endTime: '2044-02-29T04:00:00Z' },
  rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO',
}
const MAPPING = { arrayPath: 'a', fieldMappings: { resource: 'r', environment: 'e' } }
const DEFAULTS = {
  environment: 'Env 0',
  event: 'Down',
  severity: 'major',
  type: 'probe',
  text: TEXT,
  service: ['svc-0'],
}
const WEBHOOK = { id: 'probe', enabled: true, ...MAPPING, defaultValues: DEFAULTS }
const ALERT = {
  ...{ environment: 'Env 1', resource: nameResource(11), event: 'Slow', severity: 'minor', service: ['svc-0'] },
  attributes: Object.fromEntries(Array.from({ length: ITEMS }, (_, number) => [`key${number}`, TEXT.repeat(15)])),
}
const ENTRY = { name: 'Shop', description: TEXT, alertImpact: { blacklist: FILTERS } }
const KEY = { user: 'ann', scopes: ['read:alerts'], text: TEXT }

/**
 * Returns the graph of a topology. All topologies have the same resources, but each has its own node ids.
 *
 * @param {number} number
 */
function drawGraph(number) {
  const { nodes, edges } = drawTopology(NODES, EDGES)
  const own = (/** @type {string} */ id) => `${number}-${id}`
  return {
    nodes: nodes.map((node) => ({
      ...node,
      id: own(node.id),
      label: node.kind === 'service' ? `svc-${number}` : node.label,
    })),
    edges: edges.map(({ id, source, target }) => ({ id: own(id), source: own(source), target: own(target) })),
  }
}

/** @param {number} number */
function buildTopology(number) {
  return toJson({ name: `Topology ${number}`, description: TEXT, service: `svc-${number}`, ...drawGraph(number) })
}

/** Yields the requests that fill a store. @returns {Generator<Seed>} */
export function* buildSeeds() {
  for (let number = 0; number < TOPOLOGIES; number++) {
    yield { route: 'POST /api/service_topology', path: '/api/service_topology', body: buildTopology(number) }
  }
  for (let level = 1; level <= LEVELS; level++) {
    yield { route: 'POST', path: '/api/resources/relations/bulk', body: drawRelations(level) }
  }
  yield { route: 'POST', path: '/api/webhook_config', body: toJson(WEBHOOK) }
  for (let number = 0; number < DELIVERIES; number++) {
    const first = 11 + number * PER_DELIVERY
    yield { route: 'POST', path: '/api/webhooks/custom/probe', body: buildDelivery(first, PER_DELIVERY) }
  }
  // Store one policy or window less than the maximum of each kind, so that `buildRequests` can add one.
  for (let number = 0; number < ITEMS - 1; number++) {
    const name = `item ${number}`
    yield buildPost('/api/service_topology_policy', { ...POLICY, name, weight: number })
    yield buildPost('/api/resource_relation_policy', { ...POLICY, name, parent: 'root' })
    yield buildPost('/api/alert_policy', { ...POLICY, name, actions: ACTIONS })
    yield buildPost('/api/maintenance', { ...WINDOW, name })
    yield buildPost('/api/webhook_config', { ...WEBHOOK, id: `hook-${number}` })
    yield buildPost('/api/key', KEY)
    yield { route: 'PUT', path: `/api/service_catalog/svc-${number}`, body: toJson({ ...ENTRY, name }) }
  }
  for (let number = 0; number < 100; number++)
    yield buildPost('/api/alert', { ...ALERT, event: `Slow ${number}`, service: ['other'] })
}

/**
 * Yields the heaviest requests of each route. Requests that remove what other requests need come last.
 *
 * @param {Ids} ids
 * @returns {Generator<HeavyRequest, void, { start: string } | undefined>} takes the answer of each request
 */
export function* buildRequests(ids) {
  const page = `page-size=${ITEMS}`
  const one = (/** @type {string} */ route, detail = 'one', /** @type {unknown} */ body = undefined) => ({
    ...{
      route,
      detail,
      path: (route.split(' ')[1] ?? '').replace('{id}', chooseId(ids, route)).replace(/\{service(Id)?\}/, 'svc-0'),
    },
    ...(body !== undefined && { body: toJson(body) }),
  })
  const ask = (/** @type {string} */ route, /** @type {string} */ query, /** @type {string} */ detail) => {
    const asked = one(route, detail)
    return { ...asked, path: `${asked.path}?${query}` }
  }
  yield ask('GET /api/service_topology', page, '20 topologies of 5,000 nodes')
  yield ask('GET /api/service_topology', `${page}&sort-by=severity`, '20 topologies, by severity')
  yield one('GET /api/service_topology/export', '20 topologies of 5,000 nodes')
  yield one('GET /api/service_topology/{id}/export', '5,000 nodes')
  yield one('GET /api/service_topology/{id}', '5,000 nodes')
  yield one('PUT /api/service_topology/{id}', '5,000 nodes, 20,000 edges', drawGraph(0))
  yield {
    route: 'POST /api/service_topology',
    detail: '5,000 nodes, 20,000 edges',
    path: '/api/service_topology',
    body: buildTopology(TOPOLOGIES),
  }
  yield one('GET /api/service_topology/{id}/assignments', '10,000 alerts')
  yield ask('GET /api/service_topology/{id}/assignments', 'scope=graph', '10,000 alerts, scope=graph')
  yield one('POST /api/service_topology/{id}/suggest', '10,000 alerts', {})
  yield {
    ...ask('POST /api/service_topology/import', 'mode=merge&changes=true', 'a new file of 2 MiB'),
    body: buildBundle('new'),
  }
  yield {
    ...ask('POST /api/service_topology/import', 'mode=merge&changes=true', 'the same file again'),
    body: buildBundle('new'),
  }
  yield {
    ...ask(
      'POST /api/service_topology/import',
      'mode=replace&dryRun=true&changes=true',
      'a file of 2 MiB with other nodes',
    ),
    body: buildBundle('old'),
  }
  const records = drawRecords()
  const csv = toCsv(records)
  const moved = toCsv(records.map((record, at) => ({ ...record, parent: at % 5 === 4 ? 'rack-1' : record.parent })))
  yield {
    ...ask('POST /api/resources/import', 'mode=merge&format=csv&changes=true', '50,000 new records, CSV'),
    body: csv,
  }
  yield {
    ...ask('POST /api/resources/import', 'mode=replace&format=csv&changes=true', 'the same file again, mode=replace'),
    body: csv,
  }
  yield {
    ...ask('POST /api/resources/import', 'mode=merge&format=csv&changes=true', '10,000 records with another parent'),
    body: moved,
  }
  yield {
    ...ask('POST /api/resources/import', 'mode=merge&format=json&dryRun=true', '50,000 records, JSON'),
    body: toJson(records),
  }
  yield {
    ...ask(
      'POST /api/resources/import',
      'mode=merge&format=json&dryRun=true&source=other',
      '50,000 records in 11 services, JSON',
    ),
    body: toJson(
      records.map((record, at) => ({ ...record, environment: 'A', parent: '', services: [`big-${at % 11}`] })),
    ),
  }
  yield ask('GET /api/resources/import/template', 'format=csv', 'CSV')
  yield ask('GET /api/resources/graph', 'resource=root&direction=descendants&depth=20', '50,000 descendants')
  yield ask('GET /api/resources/graph', 'resource=root&direction=descendants&depth=20', '50,000 descendants, again')
  yield ask('GET /api/resources/relations', `${page}&sort-by=-updateTime`, 'a page of 1,000')
  yield {
    ...one('POST /api/resources/relations/bulk', '10,000 new relations'),
    body: toJson({
      relations: Array.from({ length: 10_000 }, (_, number) => ({
        resource: `new-${number}`,
        parent: `new-${number >> 1}-parent`,
      })),
    }),
  }
  yield one('POST /api/resources/relations', 'one', { resource: 'a', parent: 'b' })
  yield one('DELETE /api/resources/relations/{id}')
  yield ask('DELETE /api/resources/relations', 'resource=root', 'one resource')
  yield ask('GET /api/alerts', `${page}&sort-by=severity`, 'a page of 1,000')
  yield ask('GET /api/alerts', `${page}&q=slow&sort-by=-createTime`, '100 alerts of 660 KB')
  yield ask('GET /api/alerts/by_service/{service}', page, 'a page of 1,000')
  yield ask('GET /api/impact', `${page}&healthy=true`, '10,000 alerts, 20 topologies')
  yield ask('GET /api/impact', `${page}&healthy=true`, 'again')
  yield ask('GET /api/impact/causes', `${page}&service=svc-0`, 'of one service')
  yield one('GET /api/alert/{id}/impact')
  yield one('POST /api/impact/simulate', '1,000 resources', {
    environment: 'Env 1',
    resources: Array.from({ length: ITEMS }, (_, number) => nameResource(11 + number * 10)),
  })
  yield one('POST /api/alert', '660 KB', ALERT)
  yield one('GET /api/alert/{id}')
  yield one('PUT /api/alert/{id}/status', 'one', { status: 'ack', text: TEXT })
  yield one('POST /api/alert/{id}/note', 'one', { text: TEXT })
  const changed = yield one('PUT /api/alerts/status', '10,000 alerts', {
    filters: { environment: ['Env 1', 'Env 2'] },
    status: 'ack',
  })
  const { before } = JSON.parse(changed?.start ?? '{}')
  yield one('PUT /api/alerts/status/undo', '10,000 alerts', { before, status: 'ack' })
  for (const [prefix, path] of [
    ['x', ''],
    ['y', '/api/v2/alerts'],
    ['z', '/api/v1/alerts'],
  ]) {
    const sent = one(`POST /api/webhooks/custom/{id}${path}`, '10,000 alerts')
    yield { ...sent, body: buildDelivery(0, 10_000, prefix) }
  }
  yield one('POST /api/webhook_config/{id}/test', 'a kept payload of 2,000 alerts', { history: 0 })
  yield one('POST /api/webhook_config/test', '10,000 alerts', {
    config: WEBHOOK,
    payload: JSON.parse(buildDelivery(0, 10_000, 'x')),
  })
  yield one('POST /api/webhook_config/{id}/replay', '2,000 alerts', { history: 0 })
  yield one('POST /api/alert_policy/preview', 'limit 1,000', {
    policy: { ...POLICY, name: 'p', actions: ACTIONS },
    webhookId: 'probe',
    limit: 1_000,
  })
  for (const [path, body] of /** @type {const} */ ([
    ['/api/service_topology_policy', { ...POLICY, name: 'p', weight: 1 }],
    ['/api/resource_relation_policy', { ...POLICY, name: 'p', parent: 'root' }],
    ['/api/alert_policy', { ...POLICY, name: 'p', actions: ACTIONS }],
    ['/api/maintenance', { ...WINDOW, ...LEAP, name: 'p' }],
  ])) {
    yield ask(`GET ${path}`, page, 'a page of 1,000')
    yield one(`POST ${path}`, 'one', body)
    yield one(`GET ${path}/{id}`)
    yield one(`PUT ${path}/{id}`, 'one', body)
    if (path === '/api/alert_policy') yield one('PUT /api/alert_policy/{id}/status', 'one', { status: 'active' })
    yield one(`DELETE ${path}/{id}`)
  }
  yield one('POST /api/service_topology_policies/bulk/update', '998 policies', {
    policies: ids.policies.weights?.split(' ') ?? [],
    status: 'active',
  })
  yield one('POST /api/service_topology_policies/bulk/delete', '998 policies', {
    policies: ids.policies.weights?.split(' ') ?? [],
  })
  yield ask('GET /api/service_catalog', page, 'a page of 1,000')
  yield one('GET /api/service_catalog/{serviceId}')
  yield one('PUT /api/service_catalog/{serviceId}', 'one', ENTRY)
  yield one('DELETE /api/service_catalog/{serviceId}')
  yield ask('GET /api/webhook_configs', page, 'a page of 1,000')
  yield one('GET /api/webhook_config/{id}', 'with its history')
  yield one('POST /api/webhook_config', 'one', { ...WEBHOOK, id: 'another' })
  yield one('PUT /api/webhook_config/{id}', 'one', { name: 'Probe' })
  yield one('GET /api/webhook_presets', 'all')
  yield one('DELETE /api/webhook_config/{id}')
  yield ask('GET /api/keys', page, 'a page of 1,000')
  yield one('POST /api/key', 'one', KEY)
  yield one('GET /api/key/{id}')
  yield one('PUT /api/key/{id}', 'one', { text: TEXT })
  yield one('DELETE /api/key/{id}')
  yield ask('GET /api/audit', page, 'a page of 1,000')
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) yield one(`GET ${path}`)
  yield one('DELETE /api/alert/{id}')
  yield one('DELETE /api/service_topology/{id}', '5,000 nodes')
  yield one('POST /api/service_topologies/bulk/delete', '19 topologies of 5,000 nodes', {
    service_topologies: ids.topologies.slice(1),
  })
}

/**
 * @param {Ids} ids
 * @param {string} route
 */
function chooseId({ topologies, alert, relation, policies, key }, route) {
  if (route.includes('/api/service_topology/')) return topologies[0] ?? ''
  if (route.includes('/api/alert/')) return alert
  if (route.includes('/api/resources/')) return relation
  if (route.includes('webhook')) return 'probe'
  if (route.includes('/api/key/')) return key
  return policies[(route.split(' ')[1] ?? '').split('/')[2] ?? ''] ?? ''
}

/** @param {number} level */
function drawRelations(level) {
  const name = (/** @type {number} */ above, /** @type {number} */ at) =>
    above === 0 ? 'root' : `resource-${above}-${at}`
  const relations = Array.from({ length: WIDTH }, (_, at) => ({
    resource: name(level, at),
    parent: name(level - 1, at),
  }))
  return toJson({ relations })
}

/**
 * @param {number} first
 * @param {number} count
 * @param {string} [prefix] of short names that no topology has
 */
function buildDelivery(first, count, prefix) {
  const at = (/** @type {number} */ index) => first + index
  const element = (/** @type {number} */ number) =>
    prefix === undefined
      ? { r: nameResource(11 + (number % (NODES - 11))), e: findEnvironment(11 + (number % (NODES - 11))) }
      : { r: `${prefix}${number}` }
  return toJson({ a: Array.from({ length: count }, (_, index) => element(at(index))) })
}

/**
 * Returns a file of topologies that is nearly two mebibytes long.
 *
 * @param {string} prefix
 */
function buildBundle(prefix) {
  const drawn = drawTopology(4_800, 12_000)
  const topologies = [0].map((number) => {
    const own = (/** @type {string} */ id) => `${prefix}${number}-${id}`
    return {
      topology: { name: 'Imported', service: `imported-${number}` },
      nodes: drawn.nodes.map(({ position, params, hierarchyConfig, ...node }) => ({
        ...node,
        id: own(node.id),
        ...(node.kind === 'service' && { label: `imported-${number}` }),
      })),
      edges: drawn.edges.map(({ source, target }) => ({ source: own(source), target: own(target) })),
    }
  })
  return toJson(topologies[0])
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Seed}
 */
function buildPost(path, body) {
  return { route: 'POST', path, body: toJson(body) }
}

/** @param {unknown} value */
function toJson(value) {
  return JSON.stringify(value)
}
