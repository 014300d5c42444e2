import { compareVariants } from './lib/alternate.mjs'
import { DEBIAN, drawLadder, LADDER, nameRung, readDebianGraph } from './lib/debian.mjs'
import { emit } from './lib/emit.mjs'
import { compact } from './lib/figures.mjs'
import { createPlainTable, PLAIN_TABLE, walkPlainly } from './lib/plain-walk.mjs'
import { recordStatements, timeWaiting } from './lib/recorder.mjs'
import { copyRows, settle, toRows } from './lib/relation-rows.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Stage } from './lib/stage.mjs' */

/**
 * @typedef {object} Case
 * @property {string} environment
 * @property {string} resource
 * @property {'ancestors' | 'descendants'} direction
 * @property {number} depth
 * @property {number} runs the number of measured runs; short traversals need more runs
 */

const BOUND = 2

/** @type {readonly Case[]} */
const CASES = [
  { environment: DEBIAN, resource: '0ad', direction: 'ancestors', depth: 10, runs: 25 },
  { environment: DEBIAN, resource: 'kde-full', direction: 'ancestors', depth: 20, runs: 15 },
  { environment: DEBIAN, resource: 'libgloox18', direction: 'descendants', depth: 10, runs: 51 },
  { environment: DEBIAN, resource: 'libc6', direction: 'descendants', depth: 20, runs: 9 },
  { environment: LADDER, resource: nameRung(19, 0), direction: 'ancestors', depth: 20, runs: 25 },
  { environment: LADDER, resource: nameRung(19, 0), direction: 'ancestors', depth: 5, runs: 51 },
]

emit('\n## Walks through the resource graph')
await onStage('graph', async (stage) => {
  await load(stage)
  for (const walk of CASES) await measure(stage, walk)
})

/** @param {Stage} stage */
async function load({ client }) {
  const debian = await readDebianGraph()
  await copyRows(client, toRows(debian))
  await copyRows(client, toRows(drawLadder()))
  await settle(client)
  await createPlainTable(client)
  await settle(client, PLAIN_TABLE)
  emit(`\n${debian.length} relations of Debian packages, each batch with its own time, and the ladder`)
}

/**
 * @param {Stage} stage
 * @param {Case} walk
 */
async function measure({ client, opsgraph }, walk) {
  const { environment, resource, direction, depth, runs } = walk
  const query = { environment, resource, direction, depth }
  const walked = async () => describe((await opsgraph.readResourceGraph(CALLER, query))[direction] ?? [])
  await compareVariants(
    `${direction} of ${resource}, depth ${depth}`,
    [
      { name: 'level by level with any($1), paths built', run: async () => describe(await walkPlainly(client, walk)) },
      { name: 'readResourceGraph', run: walked, bound: BOUND },
    ],
    { runs, warmups: 4 },
  )
  await printParts(() => opsgraph.readResourceGraph(CALLER, query))
}

/** @param {readonly { depth: number }[]} entries */
function describe(entries) {
  return `${entries.length} resources, ${entries.at(-1)?.depth ?? 0} levels`
}

/**
 * Prints how much of the time of one call at least one statement was in flight, and the rest of the time.
 *
 * @param {() => Promise<unknown>} call
 */
async function printParts(call) {
  const start = performance.now()
  const statements = await recordStatements(call)
  const total = performance.now() - start
  const waited = timeWaiting(statements)
  const around = timeWaiting(statements.filter(({ name }) => name === 'around'))
  emit(
    `\none call, ${compact(total)} ms: ${statements.length} statements, in flight for ${compact(waited)} ms ` +
      `(the direct relations ${compact(around)} ms), the rest ${compact(total - waited)} ms`,
  )
}
