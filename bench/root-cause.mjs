import { emit } from './lib/emit.mjs'
import { startHeldServer } from './lib/holds-client.mjs'
import { rankByScore, rankByTraversal, readPetShop } from './lib/petshop.mjs'

/**
 * @import { AlertKind, Call, Case, RankedCauses } from './lib/petshop.mjs'
 * @typedef {(fault: Case, kind: AlertKind, calls: readonly Call[]) => Promise<readonly RankedCauses[]>} Method
 */

/**
 * The service that all alerts name, because each alert must name one. It has no topology, and its causes are not read.
 */
const NOWHERE = 'elsewhere'
/** The number of random orders in which the alerts of a case are sent. */
const ORDERS = 3
const KINDS = /** @type {const} */ (['sameMetric', 'usual'])
const SPLITS = /** @type {const} */ ([['train'], ['test'], ['train', 'test']])

const { graphs, cases } = read()
const server = await startHeldServer('memory', '')
/** @type {readonly (readonly [name: string, method: Method])[]} */
const methods = [
  ['opsgraph', (fault, kind, calls) => askInEachOrder(fault, kind, calls)],
  [
    'traversal of the data set',
    async ({ target, alerts }, kind, calls) => [rankByTraversal(alerts[kind], calls, target)],
  ],
  ['greatest score', async ({ alerts }, kind) => [rankByScore(alerts[kind])]],
]
emit('\n## Root causes: how often the cause of a fault is the first one, one of the first three, or listed at all')
emit('Data: PetShop, Hardt et al., "The PetShop Dataset: Finding Causes of Performance Issues across Microservices",')
emit(`arXiv 2311.04806, CC BY 4.0. ${cases.length} faults; opsgraph with alerts in ${ORDERS} orders of arrival.\n`)
emit(`| Alerts | Faults | ${methods.map(([name]) => `${name}: first | first three | listed`).join(' | ')} |`)
emit(`| --- | --- |${' --- |'.repeat(3 * methods.length)}`)
for (const kind of KINDS) {
  const placed = []
  for (const fault of cases) placed.push({ split: fault.split, places: await findPlaces(fault, kind) })
  for (const splits of SPLITS) {
    const chosen = placed.filter(({ split }) => splits.some((each) => each === split))
    const cells = methods.flatMap((_, at) => formatShares(chosen.flatMap(({ places }) => places[at] ?? [])))
    emit(`| ${kind} | ${splits.join(' and ')}: ${chosen.length} | ${cells.join(' | ')} |`)
  }
}
await server.stop()

function read() {
  try {
    return readPetShop(process.env.PETSHOP)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/**
 * Returns, for each method, the index of the true cause of a fault in each of its answers; -1 = not listed.
 *
 * @param {Case} fault
 * @param {AlertKind} kind
 */
async function findPlaces(fault, kind) {
  const calls = graphs[fault.scenario] ?? []
  const placed = []
  for (const [, method] of methods) {
    const answers = await method(fault, kind, calls)
    placed.push(answers.map((causes) => causes.findIndex((resources) => resources.includes(fault.cause))))
  }
  return placed
}

/** @param {readonly number[]} places -1 = not listed */
function formatShares(places) {
  const share = (/** @type {(place: number) => boolean} */ isGood) =>
    (places.filter((place) => place >= 0 && isGood(place)).length / places.length).toFixed(2)
  return [share((place) => place === 0), share((place) => place < 3), share(() => true)]
}

/**
 * Sends the alerts of a fault to the server once in each order, each time in a new environment. Reads the root causes.
 *
 * @type {Method}
 */
async function askInEachOrder({ id, target, alerts }, kind, calls) {
  const answers = []
  for (let order = 0; order < ORDERS; order++) {
    const environment = `${id} ${kind} ${order}`
    await post('/api/service_topology', drawTopology(environment, target))
    const relations = calls.map(({ caller, callee }) => ({ resource: callee, parent: caller }))
    await post('/api/resources/relations/bulk', { environment, relations })
    for (const { resource, metric } of shuffle(alerts[kind], environment)) {
      await post('/api/alert', { environment, resource, event: metric, severity: 'critical', service: [NOWHERE] })
    }
    answers.push(await readCauses(environment))
  }
  return answers
}

/** @param {string} service @param {string} resource */
function drawTopology(service, resource) {
  const nodes = [
    { id: service, kind: 'service', label: service },
    { id: `${service}/`, kind: 'environment', label: service },
    { id: `${service}/resource`, kind: 'resource', label: resource },
  ]
  const edges = nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id }))
  return { name: service, description: '-', service, nodes, edges }
}

/** @param {string} path @param {object} body */
async function post(path, body) {
  const { status, start } = await server.send({ route: 'POST', path, body: JSON.stringify(body) })
  if (status >= 400) throw new Error(`POST ${path}: ${status} ${start}`)
}

/**
 * Returns the resources of each root cause of a service, in the order of the server.
 *
 * @param {string} service
 * @returns {Promise<RankedCauses>}
 */
async function readCauses(service) {
  const path = `/api/impact?service=${encodeURIComponent(service)}`
  const { status, start } = await server.send({ route: 'GET', path })
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${start}`)
  /** @typedef {{ resource: string, alerts?: readonly { resource: string }[] }} Cause */
  const [impact] = /** @type {{ services: { causes: readonly Cause[] }[] }} */ (JSON.parse(start)).services
  return (impact?.causes ?? []).map(({ resource, alerts = [] }) => [resource, ...alerts.map((each) => each.resource)])
}

/**
 * Shuffles a list. The same seed leads to the same order.
 *
 * @template T
 * @param {readonly T[]} items
 * @param {string} seed
 */
function shuffle(items, seed) {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5)
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}
