import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { printVerdict } from './lib/alternate.mjs'
import { splitIntoBatches } from './lib/batches.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { BATCH, SOURCE, settle } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'
import { Turns } from './lib/turns.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

const ENVIRONMENT = 'Production'
const RELATIONS = 50_000
const ALERTS = 10_000
const WINDOWS = 100
const PER_DELIVERY = 1_000
/** The number of children of each resource, until there are enough relations. */
const CHILDREN = 6
/** The maximum time in milliseconds for which the event loop may be blocked. */
const TURN_BOUND = 50
const ROUNDS = 5

const turns = new Turns()
const resources = drawTree()

emit(`\n## ${WINDOWS} maintenance windows with hurtDepth 10, ${ALERTS} alerts, ${RELATIONS} relations`)
emit(
  '\n| store | alerts | an alert, ms | all alerts, ms | a pass that is due, ms | a pass that is not, ms | longest turn, ms |',
)
emit('|---|---|---|---|---|---|---|')
for (const where of /** @type {const} */ (['low', 'high'])) {
  await measure('memory', where, createOpsgraph({ store: new MemoryStore() }))
  await onStage('hurt_depth', async ({ opsgraph, client }) => {
    await measure('PostgreSQL', where, opsgraph, async () => {
      for (const table of ['relation', 'alert']) await settle(client, table)
    })
  })
}
process.exit()

/**
 * @param {string} store
 * @param {'low' | 'high'} where `high` = all alerts are near the top, with much below them
 * @param {Opsgraph} opsgraph
 */
async function measure(store, where, opsgraph, settled = async () => {}) {
  const relations = resources.slice(1).map(({ resource, parent }) => ({ environment: ENVIRONMENT, resource, parent }))
  for (const batch of splitIntoBatches(relations, BATCH))
    await opsgraph.putRelations(CALLER, { ...SOURCE, relations: batch })
  for (let number = 0; number < WINDOWS; number++) await opsgraph.createMaintenanceWindow(CALLER, drawWindow(number))
  const alerts = drawAlerts(where)
  turns.take()
  const all = await measureCpuTime(async () => {
    for (const batch of splitIntoBatches(alerts, PER_DELIVERY)) await opsgraph.receiveAlerts(CALLER, batch)
  })
  await settled()
  const singles = []
  const passes = []
  const idle = []
  for (let round = 0; round < ROUNDS; round++) {
    const [alert] = drawAlerts(where, `again ${round}`)
    singles.push(await measureCpuTime(() => opsgraph.receiveAlerts(CALLER, alert === undefined ? [] : [alert])))
    await opsgraph.putRelations(CALLER, {
      ...SOURCE,
      relations: [{ environment: ENVIRONMENT, resource: `new ${round}`, parent: 'r-1' }],
    })
    passes.push(await measureCpuTime(() => opsgraph.applyMaintenance()))
    await opsgraph.applyMaintenance()
    idle.push(await measureCpuTime(() => opsgraph.applyMaintenance()))
  }
  const longest = turns.take()
  emit(
    `| ${[store, where, ...[median(singles), all, median(passes), median(idle), longest].map(compact)].join(' | ')} |`,
  )
  printVerdict(`the longest turn, ${store}, ${where}`, longest, TURN_BOUND, ' ms')
}

/**
 * Returns a maintenance window. Every second window names resources; the others have a pattern. Few windows silence an
 * alert.
 *
 * @param {number} number
 */
function drawWindow(number) {
  const low = resources.length - 1 - number * 50
  const names = [`r-${low}`, ...Array.from({ length: 10 }, (_, at) => `host-${number}-${at}`)]
  const clause =
    number % 2 === 0
      ? { key: 'resource', op: /** @type {const} */ ('IN'), value: names }
      : { key: 'resource', op: /** @type {const} */ ('~'), value: `^host-${number}-` }
  const time = { startTime: '2020-01-01T00:00:00Z', endTime: '2099-01-01T00:00:00Z' }
  const severity = /** @type {const} */ ({ key: 'severity', op: '!=', value: 'critical' })
  return { name: `window ${number}`, ...time, filters: { clauses: [severity, clause] }, hurtDepth: 10 }
}

/** Generates a tree with {@link RELATIONS} relations. */
function drawTree() {
  return Array.from({ length: RELATIONS + 1 }, (_, number) => ({
    resource: `r-${number}`,
    parent: `r-${Math.floor((number - 1) / CHILDREN)}`,
  }))
}

/** @param {'low' | 'high'} where */
function drawAlerts(where, event = 'Probe failed') {
  return Array.from({ length: ALERTS }, (_, number) => ({
    environment: ENVIRONMENT,
    // 43 resources are at most three levels below the top.
    resource: where === 'high' ? `r-${number % 43}` : `r-${(number * 7919) % RELATIONS}`,
    event: `${event} ${number}`,
    severity: /** @type {const} */ (['major', 'minor', 'warning'])[number % 3] ?? 'major',
  }))
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
