import { ACTIVE_STATUSES } from '@opsgraph/core'
import { drawAlerts, receiveAll, SERVICE } from './lib/alerts.mjs'
import { alternate, judge } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { batches } from './lib/batches.mjs'
import { emit } from './lib/emit.mjs'
import { recordStatements } from './lib/recorder.mjs'
import { BATCH, SOURCE, settle } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'
import { drawTopology } from './lib/topology.mjs'

/** @import { Client } from 'pg' */
/** @import { Opsgraph } from '@opsgraph/core' */

const NODES = 5_000
const EDGES = 20_000
const ALERTS = 10_000
const BOUND = 2.5
const MOST_QUERIES = 11

emit('\n## Alerts put onto the nodes of a topology')
await onStage('assignments', async ({ url, client, opsgraph }) => {
  const { id } = await prepare(opsgraph)
  for (const table of ['relation', 'alert', 'topology_node', 'topology_edge']) await settle(client, table)
  const app = await startApp(url)
  const path = `/api/service_topology/${id}/assignments`
  await alternate(
    `${ALERTS} alerts, ${NODES} nodes`,
    [
      { name: 'select the alerts + JSON.stringify', run: async () => `${await selectAlerts(client)} bytes` },
      {
        name: 'GET assignments',
        run: async () => `${(await app.send('GET', path)).bytes} bytes`,
        bound: BOUND,
      },
      {
        name: 'readAssignments + JSON.stringify',
        run: async () => describe(await opsgraph.readAssignments({ id })),
        bound: BOUND,
      },
    ],
    { runs: 15, warmups: 4 },
  )
  await app.stop()
  const statements = await recordStatements(() => opsgraph.readAssignments({ id }))
  const walks = statements.filter(({ name }) => name?.startsWith('parents-'))
  for (const { name, text, took } of statements) emit(`- ${name ?? text.trim().slice(0, 40)}: ${took.toFixed(1)} ms`)
  judge('the number of queries for ancestors', walks.length, MOST_QUERIES, '')
})

/** @param {Opsgraph} opsgraph */
async function prepare(opsgraph) {
  const { bodies, relations } = drawAlerts(ALERTS, NODES)
  for (const batch of batches(relations, BATCH)) await opsgraph.putRelations(CALLER, { ...SOURCE, relations: batch })
  await receiveAll(opsgraph, bodies)
  const names = { name: SERVICE, description: '', service: SERVICE }
  return await opsgraph.createTopology(CALLER, { ...names, ...drawTopology(NODES, EDGES) })
}

/** @param {Client} client */
async function selectAlerts(client) {
  const { rows } = await client.query({
    name: 'plain-alerts',
    text: `select id, environment, resource, event, severity, status, document from alert
      where service @> $1 and status = any($2) order by create_time, id`,
    values: [[SERVICE], ACTIVE_STATUSES],
  })
  if (rows.length !== ALERTS) throw new Error(`${rows.length} alerts instead of ${ALERTS}`)
  return JSON.stringify(rows).length
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
