import { drawAlerts, receiveAll, SERVICE } from './lib/alerts.mjs'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { splitIntoBatches } from './lib/batches.mjs'
import { emit } from './lib/emit.mjs'
import { startPlain } from './lib/plain-process.mjs'
import { recordStatements } from './lib/recorder.mjs'
import { BATCH, SOURCE, settle } from './lib/relation-rows.mjs'
import { selectAlerts } from './lib/select-alerts.mjs'
import { CALLER, onStage } from './lib/stage.mjs'
import { drawTopology } from './lib/topology.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

const NODES = 5_000
const EDGES = 20_000
const ALERTS = 10_000
const BOUND = 1.7
const MOST_QUERIES = 10

emit('\n## Assignment of alerts to the nodes of a topology')
await onStage('assignments', async ({ url, client, opsgraph }) => {
  const { id } = await prepare(opsgraph)
  for (const table of ['relation', 'alert', 'topology_node', 'topology_edge']) await settle(client, table)
  const rounds = { runs: 15, warmups: 4 }
  await compareVariants(
    `${ALERTS} alerts, ${NODES} nodes`,
    [
      { name: 'select the alerts + JSON.stringify', run: async () => describeSize(await selectAlerts(client)) },
      {
        name: 'readAssignments + JSON.stringify',
        run: async () => describe(await opsgraph.readAssignments(CALLER, { id })),
        bound: BOUND,
      },
    ],
    rounds,
  )
  const [plain, app] = [await startPlain('plain-alerts.mjs', url), await startApp(url)]
  const path = `/api/service_topology/${id}/assignments`
  await compareVariants(
    'the same over HTTP',
    [
      { name: 'GET of an Express endpoint that selects the alerts', run: () => readBytes(plain.url) },
      { name: 'GET assignments', run: async () => `${(await app.send('GET', path)).bytes} bytes`, bound: BOUND },
    ],
    rounds,
  )
  await plain.stop()
  await app.stop()
  const statements = await recordStatements(() => opsgraph.readAssignments(CALLER, { id }))
  const walks = statements.filter(({ name }) => name?.startsWith('parents-'))
  for (const { name, text, took } of statements) emit(`- ${name ?? text.trim().slice(0, 40)}: ${took.toFixed(1)} ms`)
  printVerdict('the number of queries for ancestors', walks.length, MOST_QUERIES, '')
})

/** @param {Opsgraph} opsgraph */
async function prepare(opsgraph) {
  const { bodies, relations } = drawAlerts(ALERTS, NODES)
  for (const batch of splitIntoBatches(relations, BATCH))
    await opsgraph.putRelations(CALLER, { ...SOURCE, relations: batch })
  await receiveAll(opsgraph, bodies)
  const names = { name: SERVICE, description: '', service: SERVICE }
  return await opsgraph.createTopology(CALLER, { ...names, ...drawTopology(NODES, EDGES) })
}

/**
 * Reads an answer as bytes without parsing it. The requests to opsgraph (`AppProcess.send`) do the same, so that both
 * sides are measured in the same way.
 *
 * @param {string} url
 */
async function readBytes(url) {
  const bytes = await (await fetch(url)).arrayBuffer()
  return `${bytes.byteLength} bytes`
}

/**
 * Returns how long the rows are as JSON.
 *
 * @param {readonly unknown[]} rows
 */
function describeSize(rows) {
  if (rows.length !== ALERTS) throw new Error(`${rows.length} alerts instead of ${ALERTS}`)
  return `${JSON.stringify(rows).length} bytes`
}

/** @param {Awaited<ReturnType<Opsgraph['readAssignments']>>} answer */
function describe({ alerts, assignments, rollups, unassigned }) {
  const text = JSON.stringify({
    alerts,
    assignments: Object.fromEntries(assignments),
    rollups: Object.fromEntries(rollups),
    unassigned,
  })
  return `${text.length} bytes, ${rollups.size} rolled up, ${unassigned.length} unassigned`
}
