import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { printVerdict } from './lib/alternate.mjs'
import { drawRecords, IMPORT, toCsv } from './lib/cmdb.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { CALLER, onServer, openStage } from './lib/stage.mjs'

/** @import { Opsgraph } from '@opsgraph/core' */

/** The largest acceptable time of undoing a plan, divided by the time of applying it. */
const BOUND = 1
const ROUNDS = 3

const records = drawRecords()
const csv = Buffer.from(toCsv(records))
const half = Buffer.from(toCsv(records.slice(0, records.length / 2)))
const REPLACE = { ...IMPORT, mode: /** @type {const} */ ('replace') }

emit('\n## Plans of CMDB imports')
emit(`\n${records.length} records; the second plan removes half of them`)
await onServer(async (server) => {
  await compare('PostgreSQL', async (round) => {
    const stage = await openStage(await server.createDatabase(`plans_${round + 1}`))
    return { opsgraph: stage.opsgraph, close: () => stage.close() }
  })
})
await compare('memory', async () => ({ opsgraph: createOpsgraph({ store: new MemoryStore() }), close: async () => {} }))

/**
 * @param {string} name
 * @param {(round: number) => Promise<{ opsgraph: Opsgraph, close: () => Promise<void> }>} open
 */
async function compare(name, open) {
  /** @type {Record<string, number[]>} */
  const times = {}
  for (let round = -1; round < ROUNDS; round++) {
    const { opsgraph, close } = await open(round)
    const measured = await measure(opsgraph)
    await close()
    if (round < 0) continue
    for (const [step, time] of Object.entries(measured)) times[step] = [...(times[step] ?? []), time]
  }
  emit(`\n### ${name}\n`)
  for (const [step, list] of Object.entries(times)) {
    emit(`- ${step}: ${compact(median(list))} (${compact(Math.min(...list))}-${compact(Math.max(...list))})`)
  }
  const of = (/** @type {string} */ step) => median(times[`${step}, ms`] ?? [])
  printVerdict('the undo of a first import against applying it', of('undo') / of('apply'), BOUND)
  printVerdict('the undo of a replace against applying it', of('undo of the replace') / of('replace'), BOUND)
}

/** @param {Opsgraph} opsgraph */
async function measure(opsgraph) {
  const dry = await time(() => opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT, dryRun: true }))
  const plain = await time(() => opsgraph.importCmdb(CALLER, { body: csv, options: REPLACE }))
  const undone = await time(() => opsgraph.importCmdb(CALLER, { body: Buffer.from('[]'), options: REPLACE }))
  const planned = await time(() =>
    opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT, dryRun: true, plan: true }),
  )
  const first = await applyPlan(opsgraph, planned.result.report.plan)
  const undo = await time(() => opsgraph.undoPlan(CALLER, { document: first.document }))
  await opsgraph.importCmdb(CALLER, { body: csv, options: IMPORT })
  const removal = await time(() =>
    opsgraph.importCmdb(CALLER, { body: half, options: REPLACE, dryRun: true, plan: true }),
  )
  const second = await applyPlan(opsgraph, removal.result.report.plan)
  const undoRemoval = await time(() => opsgraph.undoPlan(CALLER, { document: second.document }))
  return {
    'dry run, ms': dry.ms,
    'import without a plan, ms': plain.ms,
    'removal of everything, ms': undone.ms,
    'dry run with a plan, ms': planned.ms,
    'plan, bytes': JSON.stringify(planned.result.report.plan).length,
    'apply, ms': first.ms,
    'undo, ms': undo.ms,
    'plan of the replace, bytes': JSON.stringify(removal.result.report.plan).length,
    'replace, ms': second.ms,
    'undo of the replace, ms': undoRemoval.ms,
  }
}

/**
 * Applies a plan. Returns the time in milliseconds, and the document with which the plan can be undone.
 *
 * @param {Opsgraph} opsgraph
 * @param {object | undefined} plan
 */
async function applyPlan(opsgraph, plan) {
  const { ms, result } = await time(() => opsgraph.applyPlan(CALLER, { document: plan }))
  return { ms, document: { ...plan, applied: { time: '2026-01-01T00:00:00.000Z', hash: result.leftHash } } }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function time(work) {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}
