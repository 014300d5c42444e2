import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { daysBefore } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** The number of days for which old data is stored; 0 = for ever. */
export interface Retention {
  /**
   * The days for alerts that are closed or expired. They are counted from the last change or the last arrival,
   * whichever is later.
   */
  readonly alertDays: number
  /** The days for audit entries. They are counted from the `createTime`. */
  readonly auditDays: number
  /**
   * The days for transitions of services. They are counted from the time of the transition. The newest transition of
   * each service is never removed.
   */
  readonly historyDays: number
}

export interface RemovedCounts {
  readonly alerts: number
  readonly auditEntries: number
  readonly transitions: number
}

/**
 * Removes old audit entries, alerts that have been closed or expired for a long time, and old transitions of services
 * (rules.md#retention). A server calls this function regularly. Each call runs only a limited number of transactions,
 * and each transaction removes only a limited number of items, so that other callers do not wait for long. The next
 * call removes more.
 *
 * @throws OpsgraphError `invalid` if a number of days is out of range
 */
export async function removeOld(
  { store, clock }: Dependencies,
  { alertDays, auditDays, historyDays }: Retention,
): Promise<RemovedCounts> {
  const now = clock()
  const oldAlerts = readCutoff('alertDays', alertDays, now)
  const oldEntries = readCutoff('auditDays', auditDays, now)
  const oldTransitions = readCutoff('historyDays', historyDays, now)
  return {
    alerts: await removeInBatches(oldAlerts, (before, limit) =>
      store.transaction((parts) => parts.alerts.deleteEnded(before, limit)),
    ),
    auditEntries: await removeInBatches(oldEntries, (before, limit) =>
      store.transaction((parts) => parts.audit.deleteOld(before, limit)),
    ),
    transitions: await removeInBatches(oldTransitions, (before, limit) =>
      store.transaction((parts) => parts.serviceHistory.deleteOld(before, limit)),
    ),
  }
}

/** The time before which data is old; `undefined` = the data is stored for ever. */
function readCutoff(name: keyof Retention, days: number, now: Date): string | undefined {
  const { min, max } = LIMITS.retentionDays
  if (!Number.isSafeInteger(days) || days < min || days > max) {
    throw invalid(`${name} must be a whole number from ${min} to ${max}`)
  }
  return days === 0 ? undefined : daysBefore(now, days)
}

/** @returns the number of removed items */
async function removeInBatches(
  before: string | undefined,
  remove: (before: string, limit: number) => Promise<number>,
): Promise<number> {
  if (before === undefined) return 0
  const { items, batches } = LIMITS.removal
  let total = 0
  for (let batch = 0; batch < batches; batch++) {
    const removed = await remove(before, items)
    total += removed
    if (removed < items) break
  }
  return total
}
