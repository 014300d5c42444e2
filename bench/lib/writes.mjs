import { setTimeout as delay } from 'node:timers/promises'

/** @import { Client } from 'pg' */

/** @typedef {{ bytes: number, indexBytes: number, updates: number, hotUpdates: number, dead: number }} Writes */

/** A server session that has nothing to do hands in its counters after ten seconds. Milliseconds. */
const COUNTING = 11_000

/**
 * How large a table is, and how its rows were changed, once everything is counted.
 *
 * @param {Client} client
 * @param {string} table
 * @returns {Promise<Writes>}
 */
export async function readWrites(client, table) {
  await delay(COUNTING)
  /** @type {{ rows: unknown[][] }} */
  const { rows } = await client.query({
    text: `select pg_relation_size(relid), pg_indexes_size(relid), n_tup_upd, n_tup_hot_upd, n_dead_tup
      from pg_stat_user_tables where relname = $1`,
    values: [table],
    rowMode: 'array',
  })
  const [bytes = 0, indexBytes = 0, updates = 0, hotUpdates = 0, dead = 0] = (rows[0] ?? []).map(Number)
  return { bytes, indexBytes, updates, hotUpdates, dead }
}

/**
 * @param {Writes} before
 * @param {Writes} after
 */
export function describeWrites(before, after) {
  const updates = after.updates - before.updates
  const share = ((after.hotUpdates - before.hotUpdates) / updates) * 100
  return (
    `rows ${mebibytes(before.bytes)} -> ${mebibytes(after.bytes)}, ` +
    `indexes ${mebibytes(before.indexBytes)} -> ${mebibytes(after.indexBytes)}; ` +
    `${updates} updates, of which ${share.toFixed(1)} % in place; ${after.dead} dead rows`
  )
}

/** @param {number} bytes */
function mebibytes(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
