import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * @import { Client } from 'pg'
 * @import { Ends } from './debian.mjs'
 */

/** The number of relations in one bulk request. A bulk request stores all its relations with the same time. */
export const BATCH = 10_000
/** The source of all relations that the benchmarks store. */
export const SOURCE = /** @type {const} */ ({ source: 'cmdb', sourceRef: 'apt' })
const SOURCE_RANK = 20
const FIRST_TIME = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE = 60_000

/**
 * Converts relations to the rows that bulk requests would store. The result is the input of COPY. Each group of `BATCH`
 * relations gets its own time, because a bulk request stores all its relations with the same time.
 *
 * @param {readonly Ends[]} relations
 */
export function toRows(relations) {
  const { source, sourceRef } = SOURCE
  const lines = relations.map(({ environment, resource, parent }, index) => {
    const time = new Date(FIRST_TIME + Math.trunc(index / BATCH) * MINUTE).toISOString()
    const ends = `${environment}\t${resource}\t${parent}`
    return `${time}\t${time}\t${SOURCE_RANK}\t${ends}\t${source}\t${sourceRef}\t${randomUUID()}\n`
  })
  return Buffer.from(lines.join(''))
}

const COLUMNS = 'update_time, create_time, source_rank, environment, resource, parent, source, source_ref, id'

/**
 * @param {Client} client
 * @param {Buffer} rows
 */
export async function copyRows(client, rows, table = 'relation') {
  await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} (${COLUMNS}) from stdin`)))
}

/**
 * Creates an empty table with the columns and indexes of `relation` and a fill factor.
 *
 * @param {Client} client
 * @param {string} name
 */
export async function createCopyTable(client, name, fillfactor = 50) {
  await client.query(`create table ${name} (like relation including all) with (fillfactor = ${fillfactor})`)
}

/**
 * @param {Client} client
 * @param {string} name
 */
export async function dropCopyTable(client, name) {
  await client.query(`drop table ${name}`)
}

/**
 * Vacuums and analyzes tables, as PostgreSQL itself does on a server that has been running for some time.
 *
 * @param {Client} client
 */
export async function settle(client, tables = 'relation') {
  await client.query(`vacuum analyze ${tables}`)
  await client.query('checkpoint')
}
