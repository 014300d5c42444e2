import type { LockArea } from '@opsgraph/core'
import type { LazyTransaction } from './lazy-transaction.js'
import { Semaphore } from './semaphore.js'

/**
 * The numbers of the advisory locks: arbitrary, and the same for every opsgraph that uses the database. Transactions
 * that collided take `repeated` first, so that they do not collide with one another again.
 */
const LOCK_NUMBER = {
  topologies: 7_310_401,
  apiKeys: 7_310_402,
  repeated: 7_310_403,
  catalog: 7_310_404,
  policies: 7_310_405,
  webhooks: 7_310_406,
} as const

type Area = LockArea | 'repeated'

/** As long as a statement may take that waits for the lock itself. */
const ONE_AT_A_TIME = { inside: 1, waiting: 1_000, patience: 60_000 }

/** Takes the lock of an area, in the transaction that it is given. */
export type Lock = (session: LazyTransaction, area: Area) => Promise<void>

/**
 * The locks of a database. Of those that wait for one within this process, a single one waits in the database: the
 * others have no connection yet, and leave them all to those who need no lock.
 */
export class AreaLocks {
  readonly #turns = new Map<Area, Semaphore>()

  /**
   * Runs a transaction, and lets the next one have its turn when it has ended.
   *
   * @throws OpsgraphError `busy` when others keep the lock for too long
   */
  async releasing<T>(work: (lock: Lock) => Promise<T>): Promise<T> {
    let leave = (): void => undefined
    try {
      return await work(async (session, area) => {
        // Later ones are waited for in the database, which sees when two wait for one another.
        if (!session.hasBegun) leave = await this.#turn(area).enter()
        const values = [LOCK_NUMBER[area]]
        await session.query({ text: 'select pg_advisory_xact_lock($1::bigint)', values, name: 'lock', keepsPlan: true })
      })
    } finally {
      leave()
    }
  }

  #turn(area: Area): Semaphore {
    const turn = this.#turns.get(area) ?? new Semaphore(ONE_AT_A_TIME)
    this.#turns.set(area, turn)
    return turn
  }
}
