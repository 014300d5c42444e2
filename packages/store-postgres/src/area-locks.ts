import { type LockArea, Semaphore } from '@opsgraph/core/store'
import { firstValue, type Session } from './database.js'
import type { LazyTransaction } from './lazy-transaction.js'

/**
 * The keys of the advisory locks: arbitrary, and the same in every opsgraph process that uses the database. A
 * transaction that is retried after a collision (see `retrying`) takes the lock `repeated` first. So retried
 * transactions run one at a time and do not collide with one another again.
 */
const LOCK_NUMBER = {
  topologies: 7_310_401,
  apiKeys: 7_310_402,
  repeated: 7_310_403,
  catalog: 7_310_404,
  policies: 7_310_405,
  webhooks: 7_310_406,
  dueAlerts: 7_310_409,
} as const

/**
 * The class of the advisory locks of `AlertLocks`. Their keys consist of two numbers, so they never collide with the
 * keys in `LOCK_NUMBER`, which are single numbers.
 */
export const ALERT_LOCK_CLASS = 7_310_407

type Area = LockArea | 'repeated'

/**
 * `waiting`: the maximum number of transactions of this process that may wait for one lock. `maxWait`: the maximum time
 * that a transaction waits in this process, in milliseconds. This time equals the default statement timeout, which
 * limits the wait in the database.
 */
const LIMITS = { waiting: 1_000, maxWait: 60_000 }

/** Takes the lock of an area in the given transaction. */
export type Lock = (session: LazyTransaction, area: Area) => Promise<void>

/**
 * The locks of a database. If several transactions of this process wait for the same lock, only one of them waits in
 * the database. The others hold no connection while they wait, so connections stay free for work that needs no lock.
 */
export class AreaLocks {
  readonly #turns = new Map<Area, Semaphore>()

  /**
   * Runs `work`, which takes its locks with the given function. Afterwards, the next waiting transaction of this
   * process may go on.
   *
   * @throws OpsgraphError `busy` if too many transactions of this process wait for the lock, or if this transaction has
   *   waited too long
   */
  async releasing<T>(work: (lock: Lock) => Promise<T>): Promise<T> {
    let leave = (): void => undefined
    try {
      return await work(async (session, area) => {
        // A transaction queues in this process only for its first lock. For further locks, the transaction waits in the
        // database, which detects deadlocks.
        if (!session.hasBegun) leave = await this.#turn(area).enter()
        const values = [LOCK_NUMBER[area]]
        await session.query({ text: 'select pg_advisory_xact_lock($1::bigint)', values, name: 'lock', keepsPlan: true })
      })
    } finally {
      leave()
    }
  }

  /** Takes the lock of an area in the given transaction, if no other transaction holds it. */
  async tryTake(session: Session, area: LockArea): Promise<boolean> {
    const text = 'select pg_try_advisory_xact_lock($1::bigint)'
    const values = [LOCK_NUMBER[area]]
    return (await firstValue<boolean>(session, { name: 'try-lock', keepsPlan: true, text, values })) === true
  }

  #turn(area: Area): Semaphore {
    const turn = this.#turns.get(area) ?? new Semaphore(1, LIMITS)
    this.#turns.set(area, turn)
    return turn
  }
}
