import { formatRatio, printVerdict, timeInTurn } from './alternate.mjs'
import { emit } from './emit.mjs'
import { compact } from './figures.mjs'
import { explainPlan, listScans } from './plan.mjs'
import { recordStatements } from './recorder.mjs'

/** @import { Client } from 'pg' */

/** @typedef {{ filters?: Record<string, string[]>, sortBy?: string }} Request */

/**
 * @typedef {object} List
 * @property {string} table
 * @property {string} columns the columns that a page reads
 * @property {string} order the default order
 * @property {Readonly<Record<string, string>>} sql the SQL names of the columns that a request may name
 * @property {Readonly<Record<string, string>>} [orders] the SQL of the orders, by `sort-by`, that are not simply by a
 *   column and then by id
 * @property {(request: Request) => Promise<{ total: number, items: readonly unknown[] }>} read reads the list in
 *   opsgraph
 */

const PAGE_SIZE = 50
const BOUND = 1.2
const ROUNDS = { runs: 21, warmups: 3 }

/**
 * Reads first pages with their totals, and compares opsgraph with two handwritten statements: one for the page, one for
 * the total.
 *
 * @param {Client} client
 * @param {List} list
 * @param {readonly Request[]} requests
 */
export async function measureLists(client, list, requests) {
  emit('| list | / by hand | best / best | by hand ms | opsgraph ms | rows | scans |\n|---|---|---|---|---|---|---|')
  const ratios = []
  for (const request of requests) ratios.push({ request, ratio: await measureList(client, list, request) })
  emit('')
  const [worst] = ratios.toSorted((left, right) => right.ratio - left.ratio)
  if (worst) printVerdict(`the slowest list of ${list.table} (${describeRequest(worst.request)})`, worst.ratio, BOUND)
}

/**
 * @param {Client} client
 * @param {List} list
 * @param {Request} request
 */
async function measureList(client, list, request) {
  const { page, count } = writeByHand(list, request)
  const [plain, ours] = await timeInTurn(
    [
      {
        run: async () => {
          await client.query({ text: page, rowMode: 'array' })
          return Number((await client.query({ text: count, rowMode: 'array' })).rows[0]?.[0])
        },
      },
      { run: async () => (await list.read(request)).total },
    ],
    ROUNDS,
  )
  if (plain === undefined || ours === undefined || plain.note !== ours.note) throw new Error('the totals differ')
  const [statement] = await recordStatements(() => list.read(request))
  const scans = statement === undefined ? [] : listScans(await explainPlan(client, statement))
  const ratio = ours.median / plain.median
  emit(
    `| ${describeRequest(request)} | ${formatRatio(ratio)} | ${formatRatio(ours.best / plain.best)} | ${formatTiming(plain)} | ${formatTiming(ours)} ` +
      `| ${ours.note} | ${scans.join(', ')} |`,
  )
  return ratio
}

/**
 * @param {List} list
 * @param {Request} request
 */
function writeByHand(list, { filters = {}, sortBy }) {
  const { table, columns, order, sql } = list
  const tests = Object.entries(filters).map(([name, values]) => `${sql[name]} ${formatLiterals(values)}`)
  const where = tests.length === 0 ? '' : `where ${tests.join(' and ')}`
  return {
    page: `select ${columns} from ${table} ${where} order by ${sortBy ? orderBy(list, sortBy) : order} limit ${PAGE_SIZE}`,
    count: `select count(*) from ${table} ${where}`,
  }
}

/**
 * @param {List} list
 * @param {string} sortBy
 */
function orderBy({ sql, orders }, sortBy) {
  const order = orders?.[sortBy]
  if (order !== undefined) return order
  const name = sortBy.replace(/^-/, '')
  const direction = sortBy === name ? 'asc' : 'desc'
  return `${sql[name]} ${direction}, id ${direction}`
}

/** @param {readonly string[]} values without quotes */
function formatLiterals(values) {
  return values.length === 1 ? `= '${values[0]}'` : `in (${values.map((value) => `'${value}'`).join(', ')})`
}

/** @param {Request} request */
function describeRequest({ filters = {}, sortBy }) {
  const parts = Object.entries(filters).map(([name, values]) => `${name}=${values.join(',').slice(0, 24)}`)
  return [...parts, ...(sortBy === undefined ? [] : [`sort-by=${sortBy}`])].join(' ') || 'all'
}

/** @param {import('./alternate.mjs').Timing} timing */
function formatTiming({ median, best, worst }) {
  return `${compact(median)} (${compact(best)}-${compact(worst)})`
}
