import { emit } from './lib/emit.mjs'
import { compact } from './lib/figures.mjs'
import { buildRequests, buildSeeds } from './lib/hold-requests.mjs'
import { startHeldServer } from './lib/holds-client.mjs'
import { onServer } from './lib/stage.mjs'

/**
 * The maximum time in milliseconds for which a request may block the event loop, besides one `JSON.parse` of its body.
 */
const BOUND = 100
const STORES = /** @type {const} */ (['memory', 'embedded', 'postgres'])
const named = process.env.HOLDS_STORES?.split(',')
const stores = STORES.filter((store) => named?.includes(store) ?? true)

emit('\n## The longest time without a pause (ms), and the slowest /healthz meanwhile (ms)\n')
/** @type {Map<string, string[]>} */
const rows = new Map()
for (const store of stores) await onServer(async (server) => measure(store, await server.createDatabase('holds')))
emit(
  `| request | ${stores.map((store) => `${store}: hold`).join(' | ')} | ${stores.map((store) => `${store}: /healthz`).join(' | ')} | \`JSON.parse\` |`,
)
emit(`|---${'|---'.repeat(2 * stores.length + 1)}|`)
for (const cells of rows.values()) {
  const [name = '', parse = '', ...pairs] = cells
  const holds = pairs.filter((_, at) => at % 2 === 0)
  const healths = pairs.filter((_, at) => at % 2 === 1)
  emit(`| ${[name, ...holds, ...healths, parse].join(' | ')} |`)
}

/**
 * @param {typeof STORES[number]} store
 * @param {string} databaseUrl
 */
async function measure(store, databaseUrl) {
  const server = await startHeldServer(store, databaseUrl)
  try {
    for (const seed of buildSeeds()) requireOkay(seed.path, await server.send(seed))
    /** @type {Set<string>} */
    const seen = new Set()
    const sequence = buildRequests(await readIds(server))
    for (let next = sequence.next(); !next.done; ) {
      const sent = next.value
      seen.add(sent.route)
      const held = await server.hold(sent)
      next = sequence.next(held)
      requireOkay(`${store}: ${sent.route} (${sent.detail})`, held)
      const parse = sent.body === undefined || sent.path.includes('format=csv') ? 0 : measureParse(sent.body)
      const mark = held.hold > BOUND + parse ? ' OVER' : ''
      const name = `${sent.route}: ${sent.detail}`
      const cells = rows.get(name) ?? [name, parse < 1 ? '' : compact(parse)]
      cells.push(`${compact(held.hold)}${mark}`, compact(held.health))
      rows.set(name, cells)
      process.stderr.write(
        `${store} ${name}: ${compact(held.hold)}${mark}, ${compact(held.health)}, ${held.bytes} bytes\n`,
      )
    }
    await requireAll(server, seen)
  } finally {
    await server.stop()
  }
}

/** @param {Awaited<ReturnType<typeof startHeldServer>>} server */
async function readIds(server) {
  const list = async (/** @type {string} */ path) => {
    const { start } = await server.send({ route: 'GET', path })
    return /"id":"([^"]+)"/.exec(start)?.[1] ?? ''
  }
  const all = async (/** @type {string} */ path, /** @type {number} */ count) =>
    Promise.all(Array.from({ length: count }, (_, at) => list(`${path}?page-size=1&page=${at + 1}`)))
  const topologies = await all('/api/service_topology', 20)
  const weights = (await all('/api/service_topology_policy', 999)).slice(1).join(' ')
  const policies = {
    ...{ weights, service_topology_policy: await list('/api/service_topology_policy?page-size=1') },
    resource_relation_policy: await list('/api/resource_relation_policy?page-size=1'),
    alert_policy: await list('/api/alert_policy?page-size=1'),
    maintenance: await list('/api/maintenance?page-size=1'),
  }
  const alert = await list('/api/alerts?page-size=1&environment=Env%201')
  const relation = await list('/api/resources/relations?page-size=1&resource=resource-20-1')
  return { topologies, alert, relation, policies, key: await list('/api/keys?page-size=1&user=ann') }
}

/**
 * @param {string} what
 * @param {{ status: number, start: string }} answer
 */
function requireOkay(what, { status, start }) {
  if (status >= 400 || status === 0) throw new Error(`${what}: ${status} ${start.slice(0, 500)}`)
}

/**
 * Fails if a route of the OpenAPI document has no request here.
 *
 * @param {Awaited<ReturnType<typeof startHeldServer>>} server
 * @param {ReadonlySet<string>} seen
 */
async function requireAll(server, seen) {
  const { paths } = await server.readDocument()
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const missing = routes.filter((route) => !seen.has(route))
  if (missing.length > 0) throw new Error(`no request in lib/hold-requests.mjs for ${missing.join(', ')}`)
}

/**
 * Returns how long `JSON.parse` of a body takes: the fastest of three runs, in milliseconds.
 *
 * @param {string | Buffer} body
 */
function measureParse(body) {
  const text = body.toString()
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now()
    JSON.parse(text)
    return performance.now() - start
  })
  return Math.min(...times)
}
