import pg from 'pg'

/**
 * @typedef {object} SentStatement
 * @property {string} text
 * @property {string | undefined} name
 * @property {unknown[]} values
 * @property {number} at when the statement was sent: `performance.now()`, in milliseconds
 * @property {number} took milliseconds until the answer arrived
 */

/**
 * Records all statements that are sent through `pg` while `work` runs. The store of opsgraph also sends its statements
 * through `pg`.
 *
 * @param {() => Promise<unknown>} work
 * @returns {Promise<readonly SentStatement[]>}
 */
export async function recordStatements(work) {
  /** @type {SentStatement[]} */
  const sent = []
  const { query } = pg.Client.prototype
  const record = /** @this {pg.Client} @param {any[]} args */ function (...args) {
    const [statement] = args
    const start = performance.now()
    const answer = Reflect.apply(query, this, args)
    const { text, name, values = [] } = typeof statement === 'string' ? { text: statement } : statement
    const entry = { text, name, values, at: start, took: 0 }
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

/**
 * Returns the time during which at least one of the statements was in flight. Overlapping times count once.
 *
 * @param {readonly Pick<SentStatement, 'at' | 'took'>[]} statements
 * @returns {number} milliseconds
 */
export function timeWaiting(statements) {
  let [waited, until] = [0, 0]
  for (const { at, took } of statements.toSorted((left, right) => left.at - right.at)) {
    waited += Math.max(0, at + took - Math.max(at, until))
    until = Math.max(until, at + took)
  }
  return waited
}
