import { layOut } from '@opsgraph/core/pure'
import { drawAlerts, receiveAll, SERVICE } from './lib/alerts.mjs'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { splitIntoBatches } from './lib/batches.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { recordStatements } from './lib/recorder.mjs'
import { BATCH, SOURCE, settle } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'
import { drawTopology } from './lib/topology.mjs'

/** @import { Client } from 'pg' */
/** @import { Opsgraph, Suggestion, Topology } from '@opsgraph/core' */

const NODES = 2_500
const EDGES = 10_000
const ALERTS = 10_000
const BOUND = 1.5
/** The time limit for computing a suggestion without the queries and the layout, in milliseconds. */
const LIMIT_MS = 500
const MOST_QUERIES = 10
const ROUNDS = { runs: 15, warmups: 4 }

emit('\n## Suggestion of nodes for alerts')
await onStage('suggest', async ({ client, opsgraph }) => {
  const topology = await prepare(opsgraph)
  await measure(opsgraph, client, topology)
  // Saving the suggestion fills the topology nearly to its maximum size. The second suggestion needs the same
  // traversal, but cannot add a node.
  const { nodes, edges } = await opsgraph.suggestTopology(CALLER, { id: topology.id })
  const body = { nodes: [...topology.nodes, ...nodes], edges: [...topology.edges, ...edges] }
  await measure(opsgraph, client, await opsgraph.saveTopology(CALLER, { id: topology.id, body }))
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
 * @param {Opsgraph} opsgraph
 * @param {Client} client
 * @param {Topology} topology
 */
async function measure(opsgraph, client, topology) {
  const { id } = topology
  for (const table of ['relation', 'alert', 'topology_node', 'topology_edge']) await settle(client, table)
  await compareVariants(
    `${ALERTS} alerts, ${topology.nodes.length} nodes`,
    [
      {
        name: 'readAssignments',
        run: async () => `${(await opsgraph.readAssignments(CALLER, { id })).alerts.length} alerts`,
      },
      {
        name: 'suggestTopology',
        run: async () => `${(await opsgraph.suggestTopology(CALLER, { id })).nodes.length} nodes suggested`,
        bound: BOUND,
      },
    ],
    ROUNDS,
  )
  /** @type {Awaited<ReturnType<typeof profile>>[]} */
  const runs = []
  for (let run = 0; run < ROUNDS.runs; run++) runs.push(await profile(opsgraph, topology))
  /** @param {'total' | 'queries' | 'layout' | 'rest'} part */
  const middle = (part) => median(runs.map((run) => run[part]))
  const [total, queries, layout] = [middle('total'), middle('queries'), middle('layout')].map(compact)
  emit(`${total} ms, of which ${queries} in ${runs[0]?.statements} statements and ${layout} for the layout`)
  printVerdict('the rest of the computation', middle('rest'), LIMIT_MS, ' ms')
  printVerdict('the number of queries for parents', Math.max(...runs.map((run) => run.walks)), MOST_QUERIES, '')
}

/**
 * Measures the time of one suggestion, and how much of it queries and the layout take, in milliseconds.
 *
 * @param {Opsgraph} opsgraph
 * @param {Topology} topology
 */
async function profile(opsgraph, topology) {
  let total = 0
  /** @type {Suggestion | undefined} */
  let suggestion
  const statements = await recordStatements(async () => {
    const start = performance.now()
    suggestion = await opsgraph.suggestTopology(CALLER, { id: topology.id })
    total = performance.now() - start
  })
  const queries = statements.reduce((sum, { took }) => sum + took, 0)
  const layout = timeLayout(topology, suggestion)
  const walks = statements.filter(({ name }) => name?.startsWith('parents-')).length
  return { total, queries, layout, rest: total - queries - layout, statements: statements.length, walks }
}

/**
 * @param {Topology} topology
 * @param {Pick<Suggestion, 'nodes' | 'edges'>} [suggestion]
 */
function timeLayout({ nodes, edges, orientation }, suggestion = { nodes: [], edges: [] }) {
  if (suggestion.nodes.length === 0) return 0
  const graph = { nodes: [...nodes, ...suggestion.nodes], edges: [...edges, ...suggestion.edges] }
  const fixed = new Set(nodes.map((node) => node.id))
  const start = performance.now()
  layOut(graph, orientation, fixed)
  return performance.now() - start
}
