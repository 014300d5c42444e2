import { createOpsgraph } from '@opsgraph/core'
import { compareVariants, printVerdict, timeInTurn } from './lib/alternate.mjs'
import { DEBIAN, drawLadder, LADDER, nameRung, readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { compact } from './lib/figures.mjs'
import { loadGraph } from './lib/load-graph.mjs'
import { createPlainTable, PLAIN_TABLE, walkPlainly } from './lib/plain-walk.mjs'
import { copyRows, settle, toRows } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */
/** @import { Stage } from './lib/stage.mjs' */

const WALK_BOUND = 0.25
const LOAD_BOUND = 1.5
const BULK_BOUND = 1.2
const BYTES_BOUND = 100
/** The time limit for a walk that reaches at most 100 resources, in milliseconds. */
const SHORT_WALK_BOUND = 1
/** The number of relations in one bulk request. */
const BULK = 10_000

/** @type {readonly { environment: string, resource: string, direction: 'ancestors' | 'descendants', depth: number, runs: number }[]} */
const CASES = [
  { environment: DEBIAN, resource: '0ad', direction: 'ancestors', depth: 10, runs: 25 },
  { environment: DEBIAN, resource: 'kde-full', direction: 'ancestors', depth: 20, runs: 15 },
  { environment: DEBIAN, resource: 'libgloox18', direction: 'descendants', depth: 10, runs: 51 },
  { environment: DEBIAN, resource: 'libc6', direction: 'descendants', depth: 20, runs: 7 },
  { environment: LADDER, resource: nameRung(19, 0), direction: 'ancestors', depth: 20, runs: 25 },
  { environment: LADDER, resource: nameRung(19, 0), direction: 'ancestors', depth: 5, runs: 51 },
  { environment: DEBIAN, resource: 'libgloox18', direction: 'descendants', depth: 1, runs: 101 },
  { environment: DEBIAN, resource: 'i3lock', direction: 'descendants', depth: 20, runs: 101 },
]

emit('\n## The resource graph in memory')
await onStage('graph_memory', async (stage) => {
  const debian = await readDebianGraph()
  await copyRows(stage.client, toRows(debian))
  await copyRows(stage.client, toRows(drawLadder()))
  await settle(stage.client)
  await measureLoading(stage, debian.length)
  await createPlainTable(stage.client)
  await settle(stage.client, PLAIN_TABLE)
  for (const environment of [DEBIAN, LADDER]) await loadGraph(stage.opsgraph, environment)
  for (const walk of CASES) await measureWalk(stage, walk)
  await measureBulk(stage)
})

/**
 * @param {Stage} stage
 * @param {number} count
 */
async function measureLoading({ client, store }, count) {
  /** @type {Opsgraph[]} */
  const loaded = []
  await compareVariants(
    `loading ${count} relations`,
    [
      { name: 'a plain select of the rows', run: () => selectPlainly(client) },
      {
        name: 'loading the environment',
        run: async () => {
          const opsgraph = createOpsgraph({ store })
          await loadGraph(opsgraph, DEBIAN)
          loaded.splice(0, 1, opsgraph)
          return `${opsgraph.graphMemoryCounts().relations} relations`
        },
        bound: LOAD_BOUND,
      },
    ],
    { runs: 5, warmups: 1 },
  )
  const { bytes, relations } = loaded[0]?.graphMemoryCounts() ?? { bytes: 0, relations: 1 }
  printVerdict('bytes per relation, with the names', bytes / relations, BYTES_BOUND, '')
}

/** @param {Stage['client']} client */
async function selectPlainly(client) {
  const text = 'select resource, parent, source_rank, update_time from relation where environment = $1'
  const { rows } = await client.query({ text, values: [DEBIAN], rowMode: 'array' })
  return `${rows.length} rows`
}

/**
 * @param {Stage} stage
 * @param {typeof CASES[number]} walk
 */
async function measureWalk({ client, store, opsgraph }, walk) {
  const { environment, resource, direction, depth, runs } = walk
  const query = { environment, resource, direction, depth }
  const inStore = createOpsgraph({ store, graphMemory: 0 })
  /** @param {Opsgraph} one */
  const walked = async (one) => describe((await one.readResourceGraph(CALLER, query))[direction] ?? [])
  const timings = await compareVariants(
    `${direction} of ${resource}, depth ${depth}`,
    [
      { name: 'level by level with any($1), paths built', run: async () => describe(await walkPlainly(client, walk)) },
      { name: 'readResourceGraph, from memory', run: () => walked(opsgraph), bound: WALK_BOUND },
      { name: 'readResourceGraph, from the store', run: () => walked(inStore) },
    ],
    { runs, warmups: 4 },
  )
  const fromMemory = timings[1]
  if (fromMemory !== undefined && Number.parseInt(String(fromMemory.note), 10) <= 100) {
    printVerdict('a walk to at most 100 resources', fromMemory.median, SHORT_WALK_BOUND, ' ms')
  }
}

/** @param {readonly { depth: number }[]} entries */
function describe(entries) {
  return `${entries.length} resources, ${entries.at(-1)?.depth ?? 0} levels`
}

/** @param {Stage} stage */
async function measureBulk({ opsgraph }) {
  let round = 0
  const write = async () => {
    round++
    const relations = Array.from({ length: BULK }, (_, at) => ({
      environment: DEBIAN,
      resource: `new-${round}-${at}`,
      parent: `new-${round}-${at % 100}-parent`,
    }))
    await opsgraph.putRelations(CALLER, { source: 'manual', relations })
  }
  const timings = await timeInTurn([
    { run: write },
    {
      run: async () => {
        await write()
        const query = { environment: DEBIAN, resource: `new-${round}-0-parent`, depth: 1 }
        const { descendants = [] } = await opsgraph.readResourceGraph(CALLER, query)
        if (descendants.length !== BULK / 100) throw new Error(`${descendants.length} new relations were seen`)
      },
      before: async () => {
        // This walk reads the changes of earlier rounds into memory, so that the measured walk reads only the changes
        // of its own round.
        await opsgraph.readResourceGraph(CALLER, { environment: DEBIAN, resource: 'nothing' })
      },
    },
  ])
  const [alone, seen] = timings.map(({ median }) => median)
  emit(`\n${BULK} new relations: ${compact(alone ?? 0)} ms; with a walk that sees them: ${compact(seen ?? 0)} ms`)
  printVerdict('writing and seeing new relations', (seen ?? 0) / (alone ?? 1), BULK_BOUND)
}
