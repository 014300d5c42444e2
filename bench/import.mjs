import { printVerdict } from './lib/alternate.mjs'
import { drawRecords, IMPORT, toCsv } from './lib/cmdb.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { compareSizes } from './lib/growth.mjs'
import { recordStatements } from './lib/recorder.mjs'
import { copyRows, createCopyTable, dropCopyTable, toRows } from './lib/relation-rows.mjs'
import { CALLER, onServer, openStage } from './lib/stage.mjs'

/**
 * @import { Stage } from './lib/stage.mjs'
 * @import { SentRecord } from './lib/cmdb.mjs'
 */

/** The largest acceptable time of the first import, divided by the time of a `COPY` of its relations. */
const BOUND = 6
const ROUNDS = 7

const records = drawRecords()
const csv = Buffer.from(toCsv(records))
const relations = records.flatMap(({ environment, resource, parent }) =>
  parent === '' ? [] : [{ environment, resource, parent }],
)
const rows = toRows(relations)

emit('\n## CMDB import into PostgreSQL')
emit(`\n${records.length} records, ${relations.length} relations, ${csv.length} bytes of CSV`)
await onServer(async (server) => {
  /** @type {Record<'copy' | 'first' | 'again' | 'dry', number[]>} */
  const times = { copy: [], first: [], again: [], dry: [] }
  for (let round = -1; round < ROUNDS; round++) {
    const stage = await openStage(await server.createDatabase(`import_${round + 1}`))
    const measured = await measure(stage)
    await stage.close()
    if (round < 0) continue
    for (const key of /** @type {const} */ (['copy', 'first', 'again', 'dry'])) times[key].push(measured[key])
  }
  for (const [name, list] of Object.entries(times)) {
    emit(`- ${name}: ${compact(median(list))} ms (${compact(Math.min(...list))}-${compact(Math.max(...list))})`)
  }
  const [copy, first, again, dry] = [times.copy, times.first, times.again, times.dry].map(median)
  printVerdict('the first import against COPY of its relations', (first ?? 0) / (copy ?? 1), BOUND)
  printVerdict('the unchanged file against the first import', (again ?? 0) / (first ?? 1), 1)
  printVerdict('the dry run of the unchanged file against the first import', (dry ?? 0) / (first ?? 1), 1)
  await countStatements(server)
  await moveParents(server)
})

/** @param {Stage} stage an empty database */
async function measure({ client, opsgraph }) {
  await createCopyTable(client, 'copied')
  const copy = await time(() => copyRows(client, rows, 'copied'))
  await dropCopyTable(client, 'copied')
  const first = await time(() => opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT }))
  const again = await time(() => opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT }))
  const dry = await time(() => opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT, dryRun: true }))
  return { copy, first, again, dry }
}

/**
 * Prints how many statements imports of different sizes need.
 *
 * @param {import('./lib/server.mjs').Server} server
 */
async function countStatements(server) {
  for (const count of [1_000, 5_000, 50_000]) {
    const stage = await openStage(await server.createDatabase(`count_${count}`))
    const body = Buffer.from(toCsv(records.slice(0, count)))
    const statements = await recordStatements(() => stage.opsgraph.importCmdb(CALLER, { body, options: IMPORT }))
    const slowest = statements.toSorted((left, right) => right.took - left.took).slice(0, 3)
    const named = slowest.map(({ name, text, took }) => `${name ?? text.trim().slice(0, 30)} ${compact(took)} ms`)
    emit(`- ${count} records: ${statements.length} statements; the slowest: ${named.join(', ')}`)
    await stage.close()
  }
}

/**
 * Measures imports that alternate between two files. Every fifth record has another parent in the second file.
 *
 * @param {import('./lib/server.mjs').Server} server
 */
async function moveParents(server) {
  const steps = []
  for (const size of [12_500, 25_000, 50_000]) {
    const stage = await openStage(await server.createDatabase(`move_${size}`))
    const files = [false, true].map((isMoved) => Buffer.from(toCsv(changeParents(records.slice(0, size), isMoved))))
    let turn = 0
    const run = async () => {
      const { report } = await stage.opsgraph.importCmdb(CALLER, {
        body: files[turn++ % 2] ?? Buffer.alloc(0),
        options: IMPORT,
      })
      return `${report.relations.update} relations moved`
    }
    await run()
    steps.push({ size, run, close: stage.close })
  }
  await compareSizes('One of five records gets another parent', steps, {
    unit: 'records',
    bound: 1.5,
    runs: 6,
    warmups: 1,
  })
  for (const { close } of steps) await close()
}

/**
 * @param {readonly SentRecord[]} sent
 * @param {boolean} isMoved
 */
function changeParents(sent, isMoved) {
  return sent.map((record, at) => (isMoved && at % 5 === 4 ? { ...record, parent: `rack-${at % 300}` } : record))
}

/** @param {() => Promise<unknown>} work */
async function time(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}
