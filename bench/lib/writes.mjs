import { setTimeout as delay } from 'node:timers/promises'

/** @import { Client } from 'pg' */

/** @typedef {{ bytes: number, indexBytes: number, updates: number, hotUpdates: number, dead: number }} Writes */

/**
 * The time to wait before the counters of PostgreSQL are read, in milliseconds. An idle session may report its counters
 * up to ten seconds late.
 */
const COUNTING = 11_000

/**
 * Reads the sizes of tables and the numbers of their updates, after all sessions have reported their counters.
 *
 * @param {Client} client
 * @param {readonly string[]} tables
 * @returns {Promise<ReadonlyMap<string, Writes>>}
 */
export async function readWrites(client, tables) {
  await delay(COUNTING)
  /** @type {{ rows: [string, ...unknown[]][] }} */
  const { rows } = await client.query({
    text: `select relname, pg_relation_size(relid), pg_indexes_size(relid), n_tup_upd, n_tup_hot_upd, n_dead_tup
      from pg_stat_user_tables where relname = any($1)`,
    values: [tables],
    rowMode: 'array',
  })
  return new Map(
    rows.map(([table, ...numbers]) => {
      const [bytes = 0, indexBytes = 0, updates = 0, hotUpdates = 0, dead = 0] = numbers.map(Number)
      return [table, { bytes, indexBytes, updates, hotUpdates, dead }]
    }),
  )
}

/**
 * @param {Writes | undefined} before
 * @param {Writes | undefined} after
 */
export function describeWrites(before, after) {
  if (before === undefined || after === undefined) return 'no statistics'
  const updates = after.updates - before.updates
  const share = ((after.hotUpdates - before.hotUpdates) / updates) * 100
  const inPlace = updates === 0 ? '' : `; ${updates} updates, of which ${share.toFixed(1)} % in place`
  return (
    `rows ${formatMebibytes(before.bytes)} -> ${formatMebibytes(after.bytes)}, ` +
    `indexes ${formatMebibytes(before.indexBytes)} -> ${formatMebibytes(after.indexBytes)}${inPlace}; ${after.dead} dead rows`
  )
}

/** @param {number} bytes */
function formatMebibytes(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
