import { createOpsgraph, LIST_COLUMNS } from '@opsgraph/core'
import { openEmbeddedStore } from '@opsgraph/store-postgres'
import { formatRatio, printVerdict, timeInTurn } from './lib/alternate.mjs'
import { IMPORT, RECORDS } from './lib/cmdb.mjs'
import { emit } from './lib/emit.mjs'
import { compact } from './lib/figures.mjs'
import { CALLER, onStage } from './lib/stage.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

/**
 * Two environments with the same records. Right after the import of the second environment, the statistics of
 * PostgreSQL may not count its records yet. PostgreSQL could then choose slow plans for the lists of the second
 * environment.
 */
const [FIRST, SECOND] = /** @type {const} */ (['Production', 'Staging'])
const PAGE_SIZE = 1_000
const BOUND = 1.5
const ROUNDS = { runs: 21, warmups: 2 }

/** @typedef {{ filters?: Record<string, string[]>, sortBy?: string, page?: number }} Request */

/** @type {readonly Request[]} */
const REQUESTS = [
  {},
  { page: 2 },
  { filters: { source: ['cmdb'] } },
  { filters: { parent: ['hub'] } },
  { filters: { parent: ['hub'] }, sortBy: 'updateTime' },
  ...LIST_COLUMNS.relations.sorts.flatMap((column) => [{ sortBy: column }, { sortBy: `-${column}` }]),
]

emit(`\n## Lists right after two imports: pages of ${PAGE_SIZE}, with the total`)
const embedded = await openEmbeddedStore()
await measure('embedded', createOpsgraph({ store: embedded }))
await embedded.close()
await onStage('fresh_lists', ({ opsgraph }) => measure('PostgreSQL', opsgraph))

/**
 * @param {string} engine
 * @param {Opsgraph} opsgraph
 */
async function measure(engine, opsgraph) {
  for (const environment of [FIRST, SECOND]) {
    await opsgraph.importCmdb(CALLER, { body: drawFile(), options: { ...IMPORT, environment } })
  }
  emit(`\n### ${engine}: ${RECORDS} records as ${FIRST}, then as ${SECOND}\n`)
  emit(`| list | / ${FIRST} | best / best | ${FIRST} ms | ${SECOND} ms | rows |\n|---|---|---|---|---|---|`)
  const ratios = []
  for (const request of REQUESTS) ratios.push(await compare(opsgraph, request))
  emit('')
  printVerdict(`the slowest list of ${engine}`, Math.max(...ratios), BOUND)
}

/**
 * @param {Opsgraph} opsgraph
 * @param {Request} request
 */
async function compare(opsgraph, { filters, ...request }) {
  const read = (/** @type {string} */ environment) => async () => {
    const sent = { ...request, pageSize: PAGE_SIZE, filters: { ...filters, environment: [environment] } }
    return (await opsgraph.listRelations(CALLER, sent)).total
  }
  const [first, second] = await timeInTurn([{ run: read(FIRST) }, { run: read(SECOND) }], ROUNDS)
  if (first === undefined || second === undefined || first.note !== second.note) throw new Error('the totals differ')
  const ratio = second.median / first.median
  emit(
    `| ${JSON.stringify({ ...filters, ...request })} | ${formatRatio(ratio)} | ${formatRatio(second.best / first.best)} ` +
      `| ${compact(first.median)} | ${compact(second.median)} | ${second.note} |`,
  )
  return ratio
}

/** Generates records, half of which have the same parent. */
function drawFile() {
  const records = Array.from({ length: RECORDS }, (_, at) => ({
    resource: `host-${at}`,
    parent: at % 2 === 0 ? 'hub' : `rack-${at % 400}`,
  }))
  return Buffer.from(JSON.stringify(records))
}
