import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * @import { Client } from 'pg'
 * @import { Ends } from './debian.mjs'
 */

/** Relations in one bulk request. They all get the same time. */
export const BATCH = 10_000
/** The source of the stored relations. */
export const SOURCE = { source: 'cmdb', sourceRef: 'apt' }
const SOURCE_RANK = 20
const FIRST_TIME = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE = 60_000

/**
 * The input of COPY for both tables: the relations, and their entries in the order table.
 *
 * @typedef {{ relations: Buffer, order: Buffer }} Rows
 */

/**
 * Converts relations to the rows that bulk requests would store: each batch has its own time.
 *
 * @param {readonly Ends[]} relations
 * @returns {Rows}
 */
export function toRows(relations) {
  const timed = relations.map(({ environment, resource, parent }, index) => ({
    time: new Date(FIRST_TIME + Math.trunc(index / BATCH) * MINUTE).toISOString(),
    ends: `${environment}\t${resource}\t${parent}`,
    id: randomUUID(),
  }))
  const { source, sourceRef } = SOURCE
  const isFrom = `${source}\t${sourceRef}`
  return {
    relations: joined(
      timed.map(({ time, ends, id }) => `${time}\t${time}\t${SOURCE_RANK}\tf\t${ends}\t${isFrom}\t${id}\n`),
    ),
    order: joined(timed.map(({ time, ends, id }) => `${time}\t${SOURCE_RANK}\t${ends}\t${id}\n`)),
  }
}

/** @param {readonly string[]} lines */
function joined(lines) {
  return Buffer.from(lines.join(''))
}

const ORDER_COLUMNS = 'update_time, source_rank, environment, resource, parent, id'
const COLUMNS =
  'update_time, create_time, source_rank, confirmed, environment, resource, parent, source, source_ref, id'

/**
 * Only the rows of the relation table, without the order table.
 *
 * @param {Rows} rows
 * @returns {Rows}
 */
export function withoutOrder({ relations }) {
  return { relations, order: Buffer.alloc(0) }
}

/**
 * @param {Client} client
 * @param {Rows} rows
 */
export async function copyRows(client, { relations, order }, table = 'relation') {
  await client.query('begin')
  await copy(client, `${table} (${COLUMNS})`, relations)
  // A trigger of the table `relation` fills the order table.
  if (table !== 'relation') await copy(client, `${table}_order (${ORDER_COLUMNS})`, order)
  await client.query('commit')
}

/**
 * @param {Client} client
 * @param {string} target
 * @param {Buffer} rows
 */
async function copy(client, target, rows) {
  await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${target} from stdin`)))
}

/**
 * Creates an empty table with the columns and indexes of `relation` and a fill factor, and a table for the order.
 *
 * @param {Client} client
 * @param {string} name
 */
export async function createCopyTable(client, name, fillfactor = 50) {
  await client.query(`create table ${name} (like relation including all) with (fillfactor = ${fillfactor})`)
  await client.query(`create table ${name}_order (like relation_order including all)`)
}

/**
 * @param {Client} client
 * @param {string} name
 */
export async function dropCopyTable(client, name) {
  await client.query(`drop table ${name}, ${name}_order`)
}

/**
 * Brings tables into the state of a server that has been running for some time.
 *
 * @param {Client} client
 */
export async function settle(client, tables = 'relation, relation_order') {
  await client.query(`vacuum analyze ${tables}`)
  await client.query('checkpoint')
}
