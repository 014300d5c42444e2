import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * @import { Client } from 'pg'
 * @import { Ends } from './debian.mjs'
 */

/** Relations in one bulk request, and so with one time. */
export const BATCH = 10_000
/** What the stored relations come from. */
export const SOURCE = { source: 'cmdb', sourceRef: 'apt' }
const SOURCE_RANK = 2
const FIRST_TIME = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE = 60_000

/**
 * Relations as the rows that bulk requests would leave behind: each batch with a time of its own.
 *
 * @param {readonly Ends[]} relations
 * @returns {Buffer} what COPY reads
 */
export function toRows(relations) {
  return Buffer.from(
    relations
      .map(({ environment, resource, parent }, index) => {
        const time = new Date(FIRST_TIME + Math.trunc(index / BATCH) * MINUTE).toISOString()
        const { source, sourceRef } = SOURCE
        const ends = `${environment}\t${resource}\t${parent}`
        return `${time}\t${time}\t${SOURCE_RANK}\tf\t${ends}\t${source}\t${sourceRef}\t${randomUUID()}\n`
      })
      .join(''),
  )
}

const COLUMNS =
  'update_time, create_time, source_rank, confirmed, environment, resource, parent, source, source_ref, id'

/**
 * @param {Client} client
 * @param {Buffer} rows
 */
export async function copyRows(client, rows, table = 'relation') {
  await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} (${COLUMNS}) from stdin`)))
}

/**
 * Makes an empty table with the columns, the indexes and the room in its pages that relations have.
 *
 * @param {Client} client
 * @param {string} name
 */
export async function createCopyTable(client, name, fillfactor = 50) {
  await client.query(`create table ${name} (like relation including all) with (fillfactor = ${fillfactor})`)
}

/**
 * Leaves a table as a server does that has been running for a while.
 *
 * @param {Client} client
 */
export async function settle(client, table = 'relation') {
  await client.query(`vacuum analyze ${table}`)
  await client.query('checkpoint')
}
