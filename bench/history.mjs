import { createLogger, historyRounds } from '@opsgraph/http'
import { receiveAll } from './lib/alerts.mjs'
import { printVerdict } from './lib/alternate.mjs'
import { emit } from './lib/emit.mjs'
import { drawEstate, drawEstateAlerts, drawRules, drawTopologies, ENVIRONMENT } from './lib/estate.mjs'
import { compact, median } from './lib/figures.mjs'
import { copyRows, settle, toRows } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Stage } from './lib/stage.mjs' */

const RELATIONS = 50_000
const ALERTS = 2_000
const TOPOLOGIES = 100
const RULES = 100
/** The maximum CPU time of a look, which compares the states of services with the states before, in milliseconds. */
const BOUND = 100
/**
 * The largest acceptable CPU time of receiving alerts while the server also looks at the states of services, divided by
 * the CPU time without looks.
 */
const RECEIVING_BOUND = 1.1
const ROUNDS = 15
const WARMUPS = 5
/** The number of runs in which alerts are received. */
const RUNS = 7
/** The number of alerts that are received in each run. */
const RECEIVED = 2_000
/** The number of alerts that are received at the same time. */
const SENDERS = 8
/**
 * The number of subscriptions. A tenth of them send messages about single alerts, and a tenth about alerts that reach
 * no service.
 */
const SUBSCRIPTIONS = 50
let touched = 0

emit('\n## The history of services')
await onStage('history', async (stage) => {
  await prepare(stage)
  const { opsgraph } = stage
  emit(`\nThe first look stores ${await opsgraph.noticeImpact()} transitions.\n`)
  await measureLooks(stage, 'nothing has changed', async () => {}, 10)
  await measureLooks(stage, 'an alert was received again', () => changeAlert(stage, 'major'), BOUND)
  await measureLooks(
    stage,
    'an alert has another severity',
    () => changeAlert(stage, touched % 2 === 0 ? 'critical' : 'ok'),
    BOUND,
  )
  await measureLooks(stage, '100 alerts have another severity', () => changeManyAlerts(stage), BOUND)
  await compareReceiving(stage, 'a server looks')
  await subscribe(stage)
  const start = performance.now()
  await opsgraph.noticeImpact()
  emit(`\nThe first look for ${SUBSCRIPTIONS} subscriptions takes ${compact(performance.now() - start)} ms.\n`)
  await measureLooks(stage, `${SUBSCRIPTIONS} subscriptions, nothing has changed`, async () => {}, 10)
  const severity = () => (touched % 2 === 0 ? 'critical' : 'ok')
  await measureLooks(
    stage,
    `${SUBSCRIPTIONS} subscriptions, an alert has another severity`,
    () => changeAlert(stage, severity()),
    BOUND,
  )
  await measureLooks(
    stage,
    `${SUBSCRIPTIONS} subscriptions, 100 alerts have another severity`,
    () => changeManyAlerts(stage),
    BOUND,
  )
  await compareReceiving(stage, `a server looks for ${SUBSCRIPTIONS} subscriptions`)
})

/** @param {Stage} stage */
async function subscribe({ store, opsgraph }) {
  const { items } = await opsgraph.readImpact(CALLER, { pageSize: 1_000 })
  const time = new Date().toISOString()
  const address = /** @type {const} */ ({ kind: 'sealed', fingerprint: '', nonce: '', ciphertext: '', tag: '' })
  for (let at = 0; at < SUBSCRIPTIONS; at++) {
    const kind = at % 10 === 0 ? 'alert' : at % 10 === 1 ? 'unreached' : 'impact'
    await store.subscriptions.save({
      ...{ id: `subscription-${at}`, name: `Subscription ${at}`, format: 'json', url: '', address, secret: null },
      ...{ previousSecret: null, owners: [], minSeverity: 'major', waitSeconds: 30, repeatSeconds: null },
      // Half of the subscriptions send messages about all services.
      services:
        at % 2 === 0 ? [] : items.filter((_, index) => index % SUBSCRIPTIONS === at).map(({ service }) => service),
      ...{ kinds: [kind], filters: { operator: 'AND', clauses: [{ key: 'severity', op: '!=', value: 'warning' }] } },
      ...{ unacknowledgedSeconds: null, enabled: true, createTime: time, updateTime: time },
    })
  }
}

/** @param {Stage} stage */
async function prepare({ client, opsgraph }) {
  const all = drawEstate()
  const step = all.length / RELATIONS
  const estate = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  await copyRows(client, toRows(estate))
  await receiveAll(opsgraph, drawEstateAlerts(ALERTS))
  for (const topology of drawTopologies(TOPOLOGIES, 100)) await opsgraph.createTopology(CALLER, topology)
  for (const table of ['relation', 'alert', 'topology_node', 'topology_edge']) await settle(client, table)
  for (const { environment, resource, ...body } of drawRules(estate, RULES)) {
    await opsgraph.putRedundancyRule(CALLER, { environment, resource, body })
  }
  await opsgraph.readImpact(CALLER)
  while (opsgraph.graphMemoryCounts().environments === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  const { total } = await opsgraph.readImpact(CALLER, { healthy: false })
  emit(`${estate.length} relations, ${ALERTS} alerts, ${RULES} redundancy rules, ${total} services that are hurt`)
}

/**
 * Measures the CPU time of looks, each after a change.
 *
 * @param {Stage} stage
 * @param {string} name
 * @param {() => Promise<unknown>} change
 * @param {number} bound
 */
async function measureLooks({ opsgraph }, name, change, bound) {
  const times = []
  let stored = 0
  for (let round = -WARMUPS; round < ROUNDS; round++) {
    await change()
    const took = await measureCpuTime(async () => {
      stored = await opsgraph.noticeImpact()
    })
    if (round >= 0) times.push(took)
  }
  emit(`- ${name}: ${compact(median(times))} ms, at least ${compact(Math.min(...times))}; ${stored} transitions`)
  printVerdict(`CPU time of a look: ${name}`, median(times), bound, ' ms')
}

/**
 * @param {Stage} stage
 * @param {'critical' | 'major' | 'ok'} severity
 */
async function changeAlert({ opsgraph }, severity) {
  touched++
  await opsgraph.receiveAlert(CALLER, { environment: ENVIRONMENT, resource: 'app-5', event: 'Touched', severity })
}

/** @param {Stage} stage */
async function changeManyAlerts({ opsgraph }) {
  touched++
  const alerts = drawEstateAlerts(100).map((alert) => ({ ...alert, severity: touched % 2 === 0 ? 'major' : 'minor' }))
  await receiveAll(opsgraph, alerts)
}

/** @param {Stage} stage */
async function receive({ opsgraph }) {
  const alerts = drawEstateAlerts(RECEIVED)
  const send = async (/** @type {number} */ sender) => {
    for (let at = sender; at < alerts.length; at += SENDERS) {
      const severity = Math.random() < 0.5 ? 'major' : 'minor'
      await receiveAll(opsgraph, [{ ...alerts[at], severity }])
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
}

/**
 * Measures the CPU time of receiving alerts, alternately without looks and while the server also looks at the states of
 * services.
 *
 * @param {Stage} stage
 * @param {string} meanwhile what the server does meanwhile
 */
async function compareReceiving(stage, meanwhile) {
  const rounds = historyRounds({ opsgraph: stage.opsgraph, logger: createLogger('error') })
  const [without, looking] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])]
  for (let run = -1; run < RUNS; run++) {
    const alone = await measureCpuTime(() => receive(stage))
    rounds.start()
    const both = await measureCpuTime(() => receive(stage))
    rounds.stop()
    await stage.opsgraph.noticeImpact()
    if (run < 0) continue
    without.push(alone)
    looking.push(both)
  }
  emit(
    `- receiving ${RECEIVED} alerts: ${compact(median(without))} ms without, ${compact(median(looking))} ms while ${meanwhile}`,
  )
  printVerdict(`CPU time of receiving while ${meanwhile}`, median(looking) / median(without), RECEIVING_BOUND)
}

/**
 * Returns the CPU time in milliseconds that this process needs for `work`.
 *
 * @param {() => Promise<unknown>} work
 */
async function measureCpuTime(work) {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
