import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareVariants, printVerdict } from './lib/alternate.mjs'
import { buildStateAfter, drawRecords, EMPTY_STATE, planFile, toCsv } from './lib/cmdb.mjs'
import { emit } from './lib/emit.mjs'
import { parseCsv } from './lib/fast-csv.mjs'
import { median } from './lib/figures.mjs'
import { compareSizes } from './lib/growth.mjs'

/**
 * The largest acceptable ratios:
 *
 * - `empty`: the time to plan a CSV file when nothing is stored, divided by the time of `fast-csv`
 * - `stored`: the same ratio when the whole file is stored
 * - `json`: the time to plan a JSON file when nothing is stored, divided by the time of `JSON.parse`
 * - `memory`: the peak memory of a process that plans, divided by the peak memory of a process that only runs
 *   `fast-csv`
 */
const BOUNDS = { empty: 1.3, stored: 2.3, json: 1.6, memory: 1.6 }
const ROUNDS = { runs: 15, warmups: 4 }
const PROCESSES = 5

emit('\n## CMDB import: from the bytes of a file to its plan')
const records = drawRecords()
const csv = Buffer.from(toCsv(records))
const json = Buffer.from(JSON.stringify(records))
const stored = buildStateAfter(await planFile(csv, EMPTY_STATE))
emit(
  `${records.length} records, ${stored.topologies.length} services, ${csv.length} bytes of CSV, ${json.length} of JSON`,
)

await compareVariants(
  'From CSV',
  [
    { name: 'fast-csv alone', run: () => parseCsv(csv) },
    { name: 'plan, nothing stored', run: () => describePlan(csv, EMPTY_STATE), bound: BOUNDS.empty },
    { name: 'plan, all of it stored', run: () => describePlan(csv, stored), bound: BOUNDS.stored },
  ],
  ROUNDS,
)
await compareVariants(
  'From JSON',
  [
    { name: 'JSON.parse alone', run: () => JSON.parse(json.toString('utf8')).length },
    { name: 'plan, nothing stored', run: () => describePlan(json, EMPTY_STATE), bound: BOUNDS.json },
    { name: 'plan, all of it stored', run: () => describePlan(json, stored) },
  ],
  ROUNDS,
)
const sizes = [12_500, 25_000, 50_000]
await compareSizes(
  'Planning grows with the file',
  sizes.map((size) => {
    const bytes = Buffer.from(toCsv(records.slice(0, size)))
    return { size, run: () => describePlan(bytes, EMPTY_STATE) }
  }),
  { unit: 'records', bound: 1.5, ...ROUNDS },
)
await compareMemory()

/**
 * @param {Uint8Array} bytes
 * @param {typeof EMPTY_STATE} state
 */
async function describePlan(bytes, state) {
  const { relations, topologies } = await planFile(bytes, state)
  return `${relations.create.length} new relations, ${relations.unchanged} unchanged, ${topologies.length} topologies`
}

/** Compares the peak memory of processes that each parse the file once or plan it once. */
async function compareMemory() {
  emit('\n### Peak memory, one process each\n')
  const folder = await mkdtemp(join(tmpdir(), 'opsgraph-bench-'))
  const file = join(folder, 'cmdb.csv')
  try {
    await writeFile(file, csv)
    const [parsing, planning] = /** @type {const} */ (['parse', 'plan']).map((work) => {
      const peaks = Array.from({ length: PROCESSES }, () => measurePeak(work, file))
      emit(`- ${work}: ${peaks.map((peak) => peak.toFixed(0)).join(' ')} MiB`)
      return median(peaks)
    })
    printVerdict('the memory of planning', (planning ?? Number.NaN) / (parsing ?? Number.NaN), BOUNDS.memory)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * @param {'parse' | 'plan'} work
 * @param {string} file
 */
function measurePeak(work, file) {
  const script = fileURLToPath(new URL('lib/cmdb-process.mjs', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [script, work, file], { encoding: 'utf8' })
  return Number(stdout)
}
