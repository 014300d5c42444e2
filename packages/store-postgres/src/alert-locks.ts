import { createHash } from 'node:crypto'
import type { AlertKey } from '@opsgraph/core/store'
import { ALERT_LOCK_CLASS } from './area-locks.js'
import type { Session } from './database.js'
import { plainArray } from './text-array.js'

/**
 * The number of advisory locks that all alerts share. It is limited, because the lock table of a server has only a few
 * thousand entries.
 */
const SLOTS = 1_024

/**
 * The alert keys that one transaction has locked. PostgreSQL releases the locks when the transaction ends. Unlike row
 * locks, advisory locks can also protect a key that has no alert yet. And even if Citus stores the alerts on several
 * servers, one server holds all advisory locks, so one statement can take them in a fixed order.
 */
export class AlertLocks {
  readonly #session: Session
  /**
   * The locked slots. No slot may be locked within a savepoint: rolling back to it would release the lock in the
   * database, but not remove the slot from this set.
   */
  readonly #held = new Set<number>()

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Waits until this transaction holds the locks of the keys. Each call locks its slots in ascending order, so two
   * calls of different transactions do not deadlock.
   */
  async take(keys: readonly AlertKey[]): Promise<void> {
    const slots = [...new Set(keys.map(slotOf))].filter((slot) => !this.#held.has(slot))
    if (slots.length === 0) return
    slots.sort((one, other) => one - other)
    const values = [ALERT_LOCK_CLASS, plainArray(slots)]
    await this.#session.query({ name: 'lock-alerts', keepsPlan: true, text: LOCK, values })
    for (const slot of slots) this.#held.add(slot)
  }
}

const LOCK = 'select pg_advisory_xact_lock($1::int, slot) from unnest($2::int[]) as slot'

/** The slot of a key; the same in every opsgraph process that uses the database. */
function slotOf({ environment, resource, event }: AlertKey): number {
  const digest = createHash('sha1')
    .update(JSON.stringify([environment, resource, event]))
    .digest()
  return digest.readUInt16BE() % SLOTS
}
