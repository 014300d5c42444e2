/** @import { AppProcess } from './app-process.mjs' */

const SERVICES = 10
const MACHINES = 200
const RECORDS = 2_000
/**
 * The number of different alerts. Later deliveries repeat these alerts, like checks that fail again and again.
 */
const CHECKS = 20_000

/**
 * Sends requests one after another. Each request is sent as soon as the request before it is answered.
 *
 * @typedef {{ method: string, path: string, body?: unknown }} Request
 */
class Sender {
  /** The latency of each request, in milliseconds. */
  latencies = /** @type {number[]} */ ([])
  failed = /** @type {string[]} */ ([])

  /**
   * @param {AppProcess} app
   * @param {string} name
   * @param {(turn: number) => Request} next
   */
  constructor(app, name, next) {
    this.app = app
    this.name = name
    this.next = next
  }

  /** @param {number} until a time of `performance.now()` */
  async keepSending(until) {
    for (let turn = 0; performance.now() < until; turn++) {
      const { method, path, body } = this.next(turn)
      const begun = performance.now()
      try {
        await this.app.send(method, path, body === undefined ? undefined : JSON.stringify(body))
      } catch (error) {
        this.failed.push(String(error))
      }
      this.latencies.push(performance.now() - begun)
    }
  }
}

/**
 * Creates ten topologies, and a webhook whose alerts are assigned to nodes of these topologies.
 *
 * @param {AppProcess} app
 */
export async function prepareSoak(app) {
  await app.send('POST', '/api/webhook_config', JSON.stringify(HOOK))
  const ids = /** @type {string[]} */ ([])
  for (let service = 0; service < SERVICES; service++) {
    const body = {
      name: `service-${service}`,
      description: '',
      service: `service-${service}`,
      ...drawGraph(service, 0),
    }
    const created = await app.send('POST', '/api/service_topology', JSON.stringify(body))
    ids.push(/** @type {string} */ (JSON.parse(created.text()).id))
  }
  return [
    ...Array.from(
      { length: 8 },
      (_, sender) => new Sender(app, 'deliveries', (turn) => buildDelivery(turn * 8 + sender)),
    ),
    ...[0, 1].map((sender) => new Sender(app, 'saves', (turn) => save(ids, turn * 2 + sender))),
    new Sender(app, 'imports of 2,000 records', importFile),
    new Sender(app, 'bulk relations, 1,000', buildBulk),
    ...Array.from({ length: 4 }, (_, sender) => new Sender(app, 'reads', (turn) => read(ids, turn + 3 * sender))),
  ]
}

const HOOK = {
  id: 'soak',
  name: 'soak',
  enabled: true,
  fieldMappings: { resource: 'host', event: 'check', severity: 'severity', service: 'services[]', text: 'message' },
  defaultValues: { environment: 'Production', type: 'check' },
}

/** @param {number} turn @returns {Request} */
function buildDelivery(turn) {
  const at = turn % CHECKS
  const body = {
    host: `machine-${at % (SERVICES * MACHINES)}`,
    check: `check-${at}`,
    severity: turn % 5 === 0 ? 'normal' : 'major',
    services: [`service-${at % SERVICES}`],
    message: `check ${turn} is broken: ${'the quick brown fox jumps over the lazy dog '.repeat(20)}`,
  }
  return { method: 'POST', path: '/api/webhooks/custom/soak', body }
}

/** @param {readonly string[]} ids @param {number} turn @returns {Request} */
function save(ids, turn) {
  const service = turn % SERVICES
  const body = { description: String(turn), ...drawGraph(service, Math.floor(turn / SERVICES) % 7) }
  return { method: 'PUT', path: `/api/service_topology/${ids[service]}`, body }
}

/** @param {number} turn @returns {Request} */
function importFile(turn) {
  const body = Array.from({ length: RECORDS }, (_, at) => ({
    ...{ resource: `host-${at}`, environment: 'Stock', parent: `rack-${(at + turn) % 40}` },
    services: at < 500 ? [`stock-${at % 5}`] : [],
  }))
  return { method: 'POST', path: '/api/resources/import?source=soak', body }
}

/** @param {number} turn @returns {Request} */
function buildBulk(turn) {
  const relations = Array.from({ length: 1_000 }, (_, at) => ({
    resource: `part-${at}`,
    parent: `unit-${(turn + at) % 50}`,
  }))
  return { method: 'POST', path: '/api/resources/relations/bulk', body: { environment: 'Bulk', relations } }
}

/** @param {readonly string[]} ids @param {number} turn @returns {Request} */
function read(ids, turn) {
  const id = ids[turn % ids.length]
  const paths = [
    `/api/service_topology/${id}/assignments`,
    '/api/resources/graph?environment=Production&resource=machine-7&depth=10',
    '/api/alerts?page-size=50&sort-by=-createTime',
    `/api/service_topology/${id}/export`,
    '/api/webhook_config/soak',
    '/api/resources/relations?page-size=50&environment=Stock',
    '/metrics',
  ]
  return { method: 'GET', path: paths[turn % paths.length] ?? '' }
}

/**
 * Generates the graph of a topology: a service, an environment, and machines on two levels. The parents of most
 * machines differ between versions, so that each save changes relations.
 *
 * @param {number} service
 * @param {number} version
 */
function drawGraph(service, version) {
  const machines = Array.from({ length: MACHINES }, (_, at) => `machine-${service + SERVICES * at}`)
  const id = (/** @type {string} */ name) => `${service} ${name}`
  const plain = { icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
  return {
    nodes: [
      { ...plain, id: id('service'), kind: 'service', label: `service-${service}` },
      { ...plain, id: id('environment'), kind: 'environment', label: 'Production' },
      ...machines.map((label) => ({ ...plain, id: id(label), kind: 'resource', label })),
    ],
    edges: [
      { source: id('service'), target: id('environment') },
      ...machines.map((label, at) => {
        const above = at < 10 ? undefined : machines[(at + version) % Math.min(at, 10)]
        return { source: id(above ?? 'environment'), target: id(label) }
      }),
    ],
  }
}
