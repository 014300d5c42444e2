import { monitorEventLoopDelay } from 'node:perf_hooks'
import { hurtableServices, ImpactSearch, SEVERITIES } from '@opsgraph/core/pure'
import { receiveAll } from './lib/alerts.mjs'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { emit } from './lib/emit.mjs'
import { drawEstate, drawEstateAlerts, drawRules, drawTopologies, ENVIRONMENT } from './lib/estate.mjs'
import { copyRows, settle, toRows } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Alert } from '@opsgraph/core' */
/** @import { AppProcess } from './lib/app-process.mjs' */
/** @import { Stage } from './lib/stage.mjs' */

const ALERTS = 10_000
const TOPOLOGIES = 500
const NODES = 100
const RULES = 1_000
const BOUND = 2
const SIMULATION_BOUND = 1.5
/** The time limit in milliseconds for an answer that is the same as the one before. */
const UNCHANGED_BOUND = 10
/** The number of callers that send requests at the same time after a relation has changed. */
const CALLERS = 20
/** The maximum time in milliseconds for which the event loop may be blocked. */
const BLOCKED_BOUND = 50
const ROUNDS = { runs: 11, warmups: 3 }
/** A server needs about a dozen requests until Node has compiled its code. */
const SERVER_ROUNDS = { runs: 11, warmups: 15 }

const TOUCHED = { environment: ENVIRONMENT, resource: 'disk-5', event: 'Touched' }
/** The number of alerts that this run has added on resources without alerts. */
let added = 0

emit('\n## The impact of alerts on services')
await onStage('impact', async (stage) => {
  await prepare(stage)
  const { opsgraph, url } = stage
  const readImpact = async () => `${(await opsgraph.readImpact(CALLER)).total} services`
  await compareVariants(
    `${ALERTS} alerts, ${TOPOLOGIES} topologies`,
    [
      { name: 'reading the alerts and the batched walk', run: () => readAndWalk(stage, undefined) },
      {
        name: 'readImpact after a changed relation',
        before: () => toggleRelation(stage),
        run: readImpact,
        bound: BOUND,
      },
      {
        name: `the same by ${CALLERS} callers at once`,
        before: () => toggleRelation(stage),
        run: () => Promise.all(Array.from({ length: CALLERS }, readImpact)),
        bound: BOUND,
      },
      { name: 'readImpact after one changed alert', before: () => changeAlert(stage), run: readImpact },
      { name: 'readImpact after one new alert', before: () => addAlert(stage), run: readImpact },
      { name: 'readImpact again, nothing changed', run: readImpact },
      {
        name: 'readImpact again, after an unrelated transaction',
        before: () => runEmptyTransaction(stage),
        run: readImpact,
      },
    ],
    ROUNDS,
  )
  const failed = Array.from({ length: 100 }, (_, index) => `disk-${index * 700}`)
  const failures = failed.map((resource) => ({ resource, resourceParent: null, environment: ENVIRONMENT }))
  await compareVariants(
    `simulating ${failed.length} failures`,
    [
      {
        name: 'the batched walk',
        run: () => readAndWalk(stage, /** @type {Alert[]} */ (/** @type {unknown} */ (failures))),
      },
      {
        name: 'simulateFailures',
        run: async () => {
          const { services } = await opsgraph.simulateFailures(CALLER, { environment: ENVIRONMENT, resources: failed })
          return `${services.length} services`
        },
        bound: SIMULATION_BOUND,
      },
    ],
    ROUNDS,
  )
  await toggleRelation(stage)
  printVerdict(
    'the longest block of the event loop after a changed relation',
    await measureLongestBlock(readImpact),
    BLOCKED_BOUND,
    ' ms',
  )
  await setAllStatuses(stage, 'ack')
  printVerdict(
    'the longest block after a change of all alerts',
    await measureLongestBlock(readImpact),
    BLOCKED_BOUND,
    ' ms',
  )
  await setAllStatuses(stage, 'open')
  await settle(stage.client, 'alert')
  const app = await startApp(url)
  await measureUnchanged(app)
  await measureChanges(stage, app)
  await app.stop()
})

/** @param {Stage} stage */
async function prepare({ client, opsgraph }) {
  const estate = drawEstate()
  await copyRows(client, toRows(estate))
  await receiveAll(opsgraph, drawEstateAlerts(ALERTS))
  for (const topology of drawTopologies(TOPOLOGIES, NODES)) await opsgraph.createTopology(CALLER, topology)
  for (const table of ['relation', 'alert', 'topology_node', 'topology_edge']) await settle(client, table)
  for (const { environment, resource, ...body } of drawRules(estate, RULES)) {
    await opsgraph.putRedundancyRule(CALLER, { environment, resource, body })
  }
  emit(`${estate.length} relations, ${RULES} redundancy rules`)
  await opsgraph.readImpact(CALLER)
  while (opsgraph.graphMemoryCounts().environments === 0) await new Promise((resolve) => setTimeout(resolve, 100))
}

/**
 * @param {Stage} stage
 * @param {readonly Alert[] | undefined} given `undefined` = the active alerts
 */
async function readAndWalk({ store }, given) {
  return await store.snapshot(async (parts) => {
    const alerts = given ?? (await parts.alerts.activeOf(undefined, undefined))
    const { walks } = openSearch(alerts)
    for (const [environment, walk] of walks) {
      for (let { frontier } = walk; frontier.length > 0; frontier = walk.frontier) {
        const found = await parts.relations.neighbors('parents', new Map([[environment, frontier]]))
        walk.advance(found.get(environment) ?? new Map())
      }
    }
    return `${alerts.length} alerts`
  })
}

/** @param {readonly Alert[]} alerts */
function openSearch(alerts) {
  const opening = ImpactSearch.open(hurtableServices(new Map(), []), {
    alerts: alerts.map((alert) => ({ kept: alert, alert, accepted: new Map() })),
    rules: [],
  })
  for (;;) {
    const { done, value } = opening.next()
    if (done) return value
  }
}

/**
 * Changes an alert. The first call adds it.
 *
 * @param {Stage} stage
 */
async function changeAlert({ opsgraph }) {
  const severity = Math.random() < 0.5 ? 'critical' : 'major'
  await opsgraph.receiveAlert(CALLER, { ...TOUCHED, severity, value: String(Math.random()) })
}

/**
 * Adds an alert on a resource that has no alerts.
 *
 * @param {Stage} stage
 */
async function addAlert({ opsgraph }) {
  added++
  const at = { environment: ENVIRONMENT, resource: `disk-${added * 7 + 1}`, event: 'Added' }
  await opsgraph.receiveAlert(CALLER, { ...at, severity: 'major' })
}

/**
 * Adds a relation, or removes it again.
 *
 * @param {Stage} stage
 */
async function toggleRelation({ opsgraph }) {
  const ends = { environment: ENVIRONMENT, resource: 'disk-5', parent: 'volume-77' }
  if ((await opsgraph.deleteRelationsOf(CALLER, ends)) === 0) await opsgraph.putRelation(CALLER, ends)
}

/**
 * Gives all alerts a status.
 *
 * @param {Stage} stage
 * @param {'ack' | 'open'} status
 */
async function setAllStatuses({ opsgraph }, status) {
  for (const severity of SEVERITIES)
    await opsgraph.setAlertStatuses(CALLER, { filters: { severity: [severity] }, status })
}

/**
 * Runs a transaction that changes no data, but gives later snapshots of the store another version.
 *
 * @param {Stage} stage
 */
async function runEmptyTransaction({ client }) {
  await client.query('select pg_current_xact_id()')
}

/**
 * Returns the longest time in milliseconds for which `run` blocks the event loop.
 *
 * @param {() => Promise<unknown>} run
 */
async function measureLongestBlock(run) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await run()
  delay.disable()
  return delay.max / 1e6
}

/** @param {AppProcess} app */
async function measureUnchanged(app) {
  const { tag } = await app.send('GET', '/api/impact')
  const get = async () => `${(await app.send('GET', '/api/impact')).bytes} bytes`
  const getIfChanged = async () => {
    const { status } = await app.send('GET', '/api/impact', undefined, { 'if-none-match': tag ?? '' })
    return `status ${status}`
  }
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const [unchanged] = await compareVariants(
    'nothing changed, over HTTP',
    [
      { name: 'GET /api/impact with If-None-Match', run: getIfChanged },
      { name: 'GET /api/impact', run: get },
    ],
    SERVER_ROUNDS,
  )
  printVerdict('GET /api/impact with If-None-Match, nothing changed', unchanged?.median ?? 0, UNCHANGED_BOUND, ' ms')
}

/**
 * Measures `GET /api/impact` after each kind of change. Compares its time with the time of reading the alerts and of
 * one walk up from all of them, and measures for how long it blocks the event loop of the server.
 *
 * @param {Stage} stage
 * @param {AppProcess} app
 */
async function measureChanges(stage, app) {
  const read = async () => `${(await app.send('GET', '/api/impact')).bytes} bytes`
  /** @param {string} path @param {object} body */
  const post = (path, body) => app.send('POST', path, JSON.stringify(body))
  let count = 0
  const changes = {
    'one changed alert': () => post('/api/alert', { ...TOUCHED, severity: count++ % 2 === 0 ? 'critical' : 'major' }),
    'one new alert': () => {
      added++
      return post('/api/alert', { ...TOUCHED, resource: `disk-${added * 7 + 1}`, event: 'Added', severity: 'major' })
    },
    'a changed relation': () => {
      const ends = { environment: ENVIRONMENT, resource: 'disk-6', parent: `volume-${count++}` }
      return post('/api/resources/relations', ends)
    },
    'a changed rule': () => {
      const path = `/api/resources/rule?environment=${ENVIRONMENT}&resource=volume-1`
      return app.send('PUT', path, JSON.stringify({ minHealthy: count++ % 3 }))
    },
  }
  const named = Object.entries(changes)
  await compareVariants(
    'GET /api/impact after a change',
    [
      { name: 'reading the alerts and the batched walk', run: () => readAndWalk(stage, undefined) },
      ...named.map(([name, before]) => ({
        name: `GET /api/impact after ${name}`,
        before,
        run: read,
        bound: BOUND,
      })),
    ],
    ROUNDS,
  )
  for (const [name, change] of named) {
    await change()
    await app.takeHold()
    await read()
    printVerdict(`the longest hold of GET /api/impact after ${name}`, await app.takeHold(), BLOCKED_BOUND, ' ms')
  }
  const resources = Array.from({ length: 100 }, (_, index) => `disk-${index * 700}`)
  const body = JSON.stringify({ environment: ENVIRONMENT, resources, withAlerts: true })
  await app.takeHold()
  await app.send('POST', '/api/impact/simulate', body)
  printVerdict('the longest hold of a simulation with all alerts', await app.takeHold(), BLOCKED_BOUND, ' ms')
}
