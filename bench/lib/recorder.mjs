import pg from 'pg'

/**
 * @typedef {object} Sent
 * @property {string} text
 * @property {string | undefined} name
 * @property {unknown[]} values
 * @property {number} took milliseconds until the answer was there
 */

/**
 * Every statement that is sent through `pg` while `work` runs: opsgraph's store uses the same driver.
 *
 * @param {() => Promise<unknown>} work
 * @returns {Promise<readonly Sent[]>}
 */
export async function recordStatements(work) {
  /** @type {Sent[]} */
  const sent = []
  const { query } = pg.Client.prototype
  const record = /** @this {pg.Client} @param {any[]} args */ function (...args) {
    const [statement] = args
    const start = performance.now()
    const answer = Reflect.apply(query, this, args)
    const { text, name, values = [] } = typeof statement === 'string' ? { text: statement } : statement
    const entry = { text, name, values, took: 0 }
    sent.push(entry)
    answer?.then?.(() => {
      entry.took = performance.now() - start
    })
    return answer
  }
  pg.Client.prototype.query = /** @type {any} */ (record)
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}
