import { createHash } from 'node:crypto'
import { type AlertKey, type LockArea, Semaphore, type Store } from '@opsgraph/core/store'
import { readFirstValue, type Session } from './database.js'
import type { LazyTransaction } from './transaction.js'
import { plainArray } from './values.js'

/**
 * The keys of the advisory locks: arbitrary, and the same in every opsgraph process that uses the database. A
 * transaction that is retried after a collision (see `runWithRetries`) first takes the lock `repeated`. So retried
 * transactions run one at a time, and do not collide with one another again.
 */
const LOCK_NUMBER = {
  topologies: 7_310_401,
  apiKeys: 7_310_402,
  repeated: 7_310_403,
  catalog: 7_310_404,
  policies: 7_310_405,
  webhooks: 7_310_406,
  dueAlerts: 7_310_409,
  names: 7_310_410,
  serviceHistory: 7_310_411,
  subscriptions: 7_310_412,
} as const

/**
 * The class of the advisory locks of `AlertLocks`. Their keys consist of two numbers, so they never collide with the
 * keys in `LOCK_NUMBER`, which are single numbers.
 */
const ALERT_LOCK_CLASS = 7_310_407

export type LeaderTask = Parameters<NonNullable<Store['lead']>>[0]
type LockName = LockArea | LeaderTask | 'repeated'

/**
 * The limits for waiting in this process. `waiting` is the maximum number of transactions that may wait for one lock.
 * `maxWait` is the maximum time that a transaction waits, in milliseconds. It equals the default statement timeout,
 * which limits the wait in the database.
 */
const WAIT_LIMITS = { waiting: 1_000, maxWait: 60_000 }

/** Takes the lock of an area in the given transaction, alone or shared. */
type TakeLock = (session: LazyTransaction, area: LockName, mode?: 'shared') => Promise<void>

/**
 * The locks of a database. If several transactions of this process wait for the same lock, only one of them waits in
 * the database. The others use no connection while they wait, so connections stay free for work that needs no lock.
 */
export class AreaLocks {
  readonly #turns = new Map<LockName, Semaphore>()

  /**
   * Runs `work`, which takes locks with the given function. Afterwards, lets the next waiting transaction of this
   * process continue.
   *
   * @throws OpsgraphError `busy` if too many transactions of this process wait for the lock, or if this transaction has
   *   waited too long
   */
  async releasing<T>(work: (lock: TakeLock) => Promise<T>): Promise<T> {
    let leave = (): void => undefined
    try {
      return await work(async (session, area, mode) => {
        if (mode === 'shared') return await session.share(LOCK_NUMBER[area])
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

  /**
   * Runs `work` while the given transaction has the lock of a task; returns `undefined` if another transaction has the
   * lock. Releases the lock before the transaction ends, because no caller waits for the end of a snapshot, and the
   * next call may come before it.
   */
  async lead<T>(session: Session, task: LeaderTask, work: () => Promise<T>): Promise<T | undefined> {
    const ask = (name: string, asked: string) => {
      const text = `select ${asked}($1::bigint)`
      return readFirstValue<boolean>(session, { name, keepsPlan: true, text, values: [LOCK_NUMBER[task]] })
    }
    if ((await ask('try-lead', 'pg_try_advisory_lock')) !== true) return undefined
    try {
      return await work()
    } finally {
      await ask('end-lead', 'pg_advisory_unlock')
    }
  }

  /** Takes the lock of an area in the given transaction, if no other transaction has it. */
  async tryTake(session: Session, area: LockArea): Promise<boolean> {
    const text = 'select pg_try_advisory_xact_lock($1::bigint)'
    const values = [LOCK_NUMBER[area]]
    return (await readFirstValue<boolean>(session, { name: 'try-lock', keepsPlan: true, text, values })) === true
  }

  #turn(area: LockName): Semaphore {
    const turn = this.#turns.get(area) ?? new Semaphore(1, WAIT_LIMITS)
    this.#turns.set(area, turn)
    return turn
  }
}

/**
 * The number of advisory locks that all alerts share. It is limited, because the lock table of a server has room for
 * only a few thousand.
 */
const ALERT_LOCK_SLOTS = 1_024

/**
 * The alert keys that one transaction has locked. PostgreSQL releases the locks when the transaction ends. Unlike row
 * locks, advisory locks can also protect a key that has no alert yet. And even if Citus stores the alerts on several
 * servers, all advisory locks are on one server, so one statement can take them in a fixed order.
 */
export class AlertLocks {
  readonly #session: Session
  /**
   * The locked slots. No slot may be locked within a savepoint: rolling back to it would release the lock in the
   * database, but not remove the slot from this set.
   */
  readonly #lockedSlots = new Set<number>()

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Waits until this transaction has the locks of the keys. Each call locks its slots in ascending order, so two
   * calls of different transactions do not deadlock.
   */
  async take(keys: readonly AlertKey[]): Promise<void> {
    const slots = [...new Set(keys.map(computeSlot))].filter((slot) => !this.#lockedSlots.has(slot))
    if (slots.length === 0) return
    slots.sort((left, right) => left - right)
    const values = [ALERT_LOCK_CLASS, plainArray(slots)]
    await this.#session.query({ name: 'lock-alerts', keepsPlan: true, text: LOCK_SLOTS_SQL, values })
    for (const slot of slots) this.#lockedSlots.add(slot)
  }
}

const LOCK_SLOTS_SQL = 'select pg_advisory_xact_lock($1::int, slot) from unnest($2::int[]) as slot'

/** Computes the slot of a key. The result is the same in every opsgraph process that uses the database. */
function computeSlot({ environment, resource, event }: AlertKey): number {
  const digest = createHash('sha1')
    .update(JSON.stringify([environment, resource, event]))
    .digest()
  return digest.readUInt16BE() % ALERT_LOCK_SLOTS
}
