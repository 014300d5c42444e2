import { createOpsgraph } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import pg from 'pg'
import { compareVariants } from './lib/alternate.mjs'
import { drawBatch } from './lib/bulk-body.mjs'
import { DEBIAN, drawLadder, LADDER, nameRung, readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { loadGraph } from './lib/load-graph.mjs'
import { BATCH, copyRows, SOURCE, toRows } from './lib/relation-rows.mjs'
import { CALLER, openStage } from './lib/stage.mjs'

/**
 * @import { Stage } from './lib/stage.mjs'
 */

/** The number of shards. 8 is also the default of `opsgraph database spread`. */
const SHARDS = Number(process.env.SHARDS || 8)
const WRITE_BOUND = 2.5
const WALK_BOUND = 3
/** The number of clients that send alerts at the same time, and the number of alerts that each of them sends. */
const CLIENTS = 8
const EACH = 10

const WALKS = [
  { environment: DEBIAN, resource: '0ad', direction: /** @type {const} */ ('ancestors'), depth: 10, runs: 15 },
  { environment: DEBIAN, resource: 'kde-full', direction: /** @type {const} */ ('ancestors'), depth: 20, runs: 9 },
  { environment: DEBIAN, resource: 'libgloox18', direction: /** @type {const} */ ('descendants'), depth: 10, runs: 25 },
  { environment: DEBIAN, resource: 'libc6', direction: /** @type {const} */ ('descendants'), depth: 20, runs: 5 },
  {
    environment: LADDER,
    resource: nameRung(19, 0),
    direction: /** @type {const} */ ('ancestors'),
    depth: 20,
    runs: 15,
  },
  { environment: LADDER, resource: nameRung(19, 0), direction: /** @type {const} */ ('ancestors'), depth: 5, runs: 25 },
]

let sent = 0

emit('\n## Citus, compared with tables of the coordinator')
const url = process.env.CITUS_URL
if (!url) throw new Error('set CITUS_URL to the coordinator of a Citus cluster with workers')
const debian = await readDebianGraph()
const single = await openSchema('single')
const spread = await openSchema('spread')
try {
  await spread.store.spread(SHARDS)
  const rows = toRows([...debian, ...drawLadder()])
  for (const { client } of [single, spread]) {
    await copyRows(client, rows)
    await client.query('vacuum analyze relation')
  }
  emit(`\n${debian.length} relations of Debian packages and the ladder in both schemas, ${SHARDS} shards`)
  await measureAlerts()
  await measureBulk()
  for (const { opsgraph } of [single, spread]) {
    for (const environment of [DEBIAN, LADDER]) await loadGraph(opsgraph, environment)
  }
  for (const walk of WALKS) await measureWalk(walk)
} finally {
  for (const stage of [spread, single]) {
    await stage.client.query(`drop schema ${stage.schema} cascade`)
    await stage.close()
  }
}

/**
 * Creates the tables of opsgraph in a new schema. The benchmark compares two schemas on the same coordinator, so that
 * both have the same settings.
 *
 * @param {string} name
 */
async function openSchema(name) {
  const schema = `opsgraph_bench_${process.pid}_${name}`
  const inSchema = new URL(url ?? '')
  inSchema.searchParams.set('options', `-c search_path=${schema},public`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
  return { ...(await openStage(inSchema.href)), schema }
}

/**
 * @param {string} title
 * @param {(stage: Stage) => Promise<unknown>} run
 * @param {{ bound: number, runs: number }} rounds
 */
async function compare(title, run, { bound, runs }) {
  await compareVariants(
    title,
    [
      { name: 'tables of the coordinator', run: () => run(single) },
      { name: 'spread', run: () => run(spread), bound },
    ],
    { runs, warmups: 2 },
  )
}

/** @param {string} resource */
function drawAlert(resource) {
  sent++
  return { environment: DEBIAN, resource, event: `Slow ${sent}`, service: ['shop'], text: 'no answer after 30 s' }
}

async function measureAlerts() {
  const names = debian.map(({ resource }) => resource)
  const next = () => drawAlert(names[(sent * 7_919) % names.length] ?? '')
  const alone = async (/** @type {Stage} */ { opsgraph }) => {
    for (let number = 0; number < EACH; number++) await opsgraph.receiveAlert(CALLER, next())
  }
  const together = async (/** @type {Stage} */ stage) => {
    await Promise.all(Array.from({ length: CLIENTS }, () => alone(stage)))
  }
  const known = drawAlert('0ad')
  const again = async (/** @type {Stage} */ { opsgraph }) => {
    for (let number = 0; number < EACH; number++) await opsgraph.receiveAlert(CALLER, known)
  }
  const batch = (/** @type {Stage} */ { opsgraph }) =>
    opsgraph.receiveAlerts(
      CALLER,
      Array.from({ length: 100 }, () => readAlert(next())),
    )
  const rounds = { bound: WRITE_BOUND, runs: 11 }
  await compare(`${EACH} new alerts, one after the other`, alone, rounds)
  await compare(`${EACH} times the same alert`, again, rounds)
  await compare(`${CLIENTS} clients, ${EACH} new alerts each`, together, rounds)
  await compare('100 new alerts in one batch', batch, rounds)
}

async function measureBulk() {
  const store =
    (/** @type {ReturnType<typeof drawBatch>} */ relations) =>
    (/** @type {Stage} */ { opsgraph }) =>
      opsgraph.putRelations(CALLER, { ...SOURCE, relations })
  const known = drawBatch(debian, BATCH)
  const rounds = { bound: WRITE_BOUND, runs: 7 }
  await compare(`${BATCH} new relations`, (stage) => store(drawBatch(debian, BATCH))(stage), rounds)
  await compare(`${BATCH} known relations`, store(known), rounds)
}

/**
 * Measures a walk twice: through the graph in memory, as a running server does, and with statements for each level.
 *
 * @param {typeof WALKS[number]} walk
 */
async function measureWalk({ runs, ...query }) {
  const { direction, resource, depth } = query
  const title = `${direction} of ${resource}, depth ${depth}`
  const walk = async (/** @type {Stage['opsgraph']} */ opsgraph) => {
    const entries = (await opsgraph.readResourceGraph(CALLER, query))[direction] ?? []
    return `${entries.length} resources`
  }
  const rounds = { bound: WALK_BOUND, runs }
  await compare(`${title}, from memory`, ({ opsgraph }) => walk(opsgraph), rounds)
  await compare(`${title}, in SQL`, ({ store }) => walk(createOpsgraph({ store, graphMemory: 0 })), rounds)
}
