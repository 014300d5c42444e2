import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { printVerdict } from './lib/alternate.mjs'
import { splitIntoBatches } from './lib/batches.mjs'
import { emit } from './lib/emit.mjs'
import { compact } from './lib/figures.mjs'
import { BATCH, SOURCE, settle } from './lib/relation-rows.mjs'
import { CALLER, onServer, openStage } from './lib/stage.mjs'
import { Turns } from './lib/turns.mjs'

/** @import { AlertInput, Opsgraph } from '@opsgraph/core' */

const ENVIRONMENT = 'Production'
/** The maximum time in milliseconds for which the event loop may be blocked. */
const TURN_BOUND = 50
/**
 * The largest acceptable time of all the work, divided by the time of half of the work. If the time grows linearly,
 * this ratio is 2.
 */
const GROWTH_BOUND = 3
const PER_DELIVERY = 1_000
const turns = new Turns()
const named = process.env.RULE_STORES?.split(',') ?? ['memory', 'PostgreSQL']

emit('\n## Many rules, many children, many explained and unreached alerts (ms of CPU time; longest turn)')
for (const part of [manyChildren, manyRules, manyExplained, manyUnreached].filter(
  ({ name }) => process.env.RULE_PARTS?.includes(name) ?? true,
)) {
  emit(
    `\n### ${part.name}\n\n| store | what | half the size, ms | the size, ms | longest turn, ms |\n|---|---|---|---|---|`,
  )
  for (const store of named) {
    const half = await measureOnStore(store, 0.5, part)
    const whole = await measureOnStore(store, 1, part)
    for (const [what, { took, longest }] of whole) {
      const small = half.get(what)?.took ?? Number.NaN
      emit(`| ${store} | ${what} | ${compact(small)} | ${compact(took)} | ${compact(longest)} |`)
      if (took > 50) printVerdict(`${what}, ${store}, to half the size`, took / small, GROWTH_BOUND)
      printVerdict(`the longest turn, ${what}, ${store}`, longest, TURN_BOUND, ' ms')
    }
  }
}
process.exit()

/** @typedef {Map<string, { took: number, longest: number }>} Figures */
/** @typedef {(what: string, work: () => Promise<unknown>) => Promise<void>} Timing */

/**
 * Runs a part of the benchmark on an empty store. Returns its figures.
 *
 * @param {string} store
 * @param {number} share the share of the whole work to do, such as 0.5
 * @param {(opsgraph: Opsgraph, share: number, time: Timing, settled: () => Promise<void>) => Promise<void>} part
 */
async function measureOnStore(store, share, part) {
  /** @type {Figures} */
  const figures = new Map()
  /** @type {Timing} */
  const time = async (what, work) => {
    turns.take()
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    figures.set(what, { took: (user + system) / 1_000, longest: turns.take() })
  }
  if (store === 'memory') {
    await part(createOpsgraph({ store: new MemoryStore() }), share, time, async () => {})
    return figures
  }
  await onServer(async (server) => {
    const stage = await openStage(await server.createDatabase('large_rules'))
    await part(stage.opsgraph, share, time, async () => {
      for (const table of ['relation', 'alert']) await settle(stage.client, table)
    })
    await stage.close()
  })
  return figures
}

/**
 * Measures one resource with 100,000 children and a rule, with 1,000 alerts on the children.
 *
 * @type {Parameters<typeof measureOnStore>[2]}
 */
async function manyChildren(opsgraph, share, time, settled) {
  const children = 100_000 * share
  await relate(opsgraph, children, (number) => [`host-${number}`, 'cluster'])
  const topology = await draw(opsgraph, ['cluster', ...Array.from({ length: 1_000 }, (_, at) => `host-${at}`)])
  const key = { environment: ENVIRONMENT, resource: 'cluster' }
  await opsgraph.putRedundancyRule(CALLER, { ...key, body: { minHealthy: '50%' } })
  await receive(opsgraph, 1_000 * share, (number) => `host-${number * 90}`)
  await settled()
  await warm(opsgraph)
  await opsgraph.receiveAlerts(CALLER, [buildAlert('host-1', 'another')])
  await time('impact after an alert', () => opsgraph.readImpact(CALLER))
  await time('GET .../rule', () => opsgraph.readRedundancyRule(CALLER, key))
  await time('GET .../graph, depth 1', () =>
    opsgraph.readResourceGraph(CALLER, { ...key, direction: 'descendants', depth: 1 }),
  )
  await time('assignments, node severities', () => opsgraph.readAssignments(CALLER, { id: topology }))
  await time('what-if of the cluster', () =>
    opsgraph.simulateFailures(CALLER, { environment: ENVIRONMENT, resources: ['cluster'] }),
  )
}

/**
 * Measures 10,000 rules for resources with three children each, with 1,000 alerts.
 *
 * @type {Parameters<typeof measureOnStore>[2]}
 */
async function manyRules(opsgraph, share, time, settled) {
  const rules = 10_000 * share
  await relate(opsgraph, rules * 3, (number) => [`replica-${number}`, `set-${number % rules}`])
  await relate(opsgraph, rules, (number) => [`set-${number}`, `app-${number % 50}`])
  const sets = Array.from({ length: rules }, (_, number) => ({
    environment: ENVIRONMENT,
    resource: `set-${number}`,
    minHealthy: 2,
  }))
  const topology = await draw(
    opsgraph,
    Array.from({ length: 50 }, (_, at) => `app-${at}`),
  )
  const { document } = await opsgraph.exportTopologies(CALLER, { ids: [topology], appVersion: '1' })
  const body = new TextEncoder().encode(JSON.stringify({ ...document.topologies[0], rules: sets }))
  await time('topology import with the rules', () =>
    opsgraph.importTopologies(CALLER, { body, options: { mode: 'merge' }, dryRun: undefined, changes: undefined }),
  )
  await receive(opsgraph, 1_000 * share, (number) => `replica-${number * 7}`)
  await settled()
  await time('list, a page of 1,000', () => opsgraph.listRedundancyRules(CALLER, { pageSize: 1_000 }))
  await time('snapshot', () => opsgraph.saveSnapshot(CALLER, async () => {}))
  await warm(opsgraph)
  await opsgraph.receiveAlerts(CALLER, [buildAlert('replica-3', 'another')])
  await time('impact after an alert', () => opsgraph.readImpact(CALLER))
  await opsgraph.putRedundancyRule(CALLER, { environment: ENVIRONMENT, resource: 'set-5', body: { minHealthy: 3 } })
  await time('impact after a rule', () => opsgraph.readImpact(CALLER))
}

/**
 * Measures an alert that explains 9,000 others.
 *
 * @type {Parameters<typeof measureOnStore>[2]}
 */
async function manyExplained(opsgraph, share, time, settled) {
  const explained = 9_000 * share
  await relate(opsgraph, explained, (number) => ['disk', `vm-${number}`])
  await receive(opsgraph, explained, (number) => `vm-${number}`)
  const id = await receiveOne(opsgraph, buildAlert('disk', 'Down'))
  await settled()
  await warm(opsgraph)
  await time('ack of one with what it explains', () =>
    opsgraph.setAlertStatus(CALLER, { id, body: { status: 'ack', withExplained: true } }),
  )
  await time('the same in bulk', () =>
    opsgraph.setAlertStatuses(CALLER, { ids: [id], status: 'open', withExplained: true }),
  )
}

/**
 * Measures 10,000 alerts that reach no service.
 *
 * @type {Parameters<typeof measureOnStore>[2]}
 */
async function manyUnreached(opsgraph, share, time, settled) {
  const alerts = 10_000 * share
  await draw(opsgraph, ['app-0'])
  await relate(opsgraph, alerts, (number) => [`lone-${number}`, `group-${number % 100}`])
  await relate(opsgraph, 100, (number) => [`group-${number}`, `top-${number % 5}`])
  await receive(opsgraph, alerts, (number) => `lone-${number}`)
  await settled()
  await warm(opsgraph)
  const id = await receiveOne(opsgraph, buildAlert('lone-3', 'another'))
  await time('impact after an alert, with reasons', () => opsgraph.readImpact(CALLER))
  await time('why not, for one alert', () => opsgraph.readAlertImpact(CALLER, id, 'shop'))
}

/** Reads the impact until the graph is in memory. @param {Opsgraph} opsgraph */
async function warm(opsgraph) {
  await opsgraph.readImpact(CALLER)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await opsgraph.readImpact(CALLER)
}

/**
 * @param {Opsgraph} opsgraph
 * @param {number} count
 * @param {(number: number) => readonly [resource: string, parent: string]} ends
 */
async function relate(opsgraph, count, ends) {
  const relations = Array.from({ length: count }, (_, number) => {
    const [resource, parent] = ends(number)
    return { environment: ENVIRONMENT, resource, parent }
  })
  for (const batch of splitIntoBatches(relations, BATCH))
    await opsgraph.putRelations(CALLER, { ...SOURCE, relations: batch })
}

/**
 * @param {Opsgraph} opsgraph
 * @param {number} count
 * @param {(number: number) => string} resourceOf
 */
async function receive(opsgraph, count, resourceOf) {
  const alerts = Array.from({ length: count }, (_, number) => buildAlert(resourceOf(number), 'Down'))
  for (const batch of splitIntoBatches(alerts, PER_DELIVERY)) await opsgraph.receiveAlerts(CALLER, batch)
}

/**
 * Receives a new alert. Returns its id.
 *
 * @param {Opsgraph} opsgraph
 * @param {AlertInput} alert
 */
async function receiveOne(opsgraph, alert) {
  const received = await opsgraph.receiveAlert(CALLER, alert)
  if (!('id' in received)) throw new Error('the alert is new')
  return received.id
}

/**
 * @param {string} resource
 * @param {string} event
 * @returns {AlertInput}
 */
function buildAlert(resource, event) {
  return { environment: ENVIRONMENT, resource, event, severity: 'critical' }
}

/**
 * Creates the topology of a service with one environment and these resources. Returns the id of the topology.
 *
 * @param {Opsgraph} opsgraph
 * @param {readonly string[]} resources
 */
async function draw(opsgraph, resources) {
  const nodes = [
    { id: 's', kind: /** @type {const} */ ('service'), label: 'shop' },
    { id: 'e', kind: /** @type {const} */ ('environment'), label: ENVIRONMENT },
    ...resources.map((label) => ({ id: label, kind: /** @type {const} */ ('resource'), label })),
  ]
  const edges = [{ source: 's', target: 'e' }, ...resources.map((target) => ({ source: 'e', target }))]
  const created = await opsgraph.createTopology(CALLER, {
    name: 'shop',
    description: '',
    service: 'shop',
    nodes,
    edges,
  })
  return created.id
}
