import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** For how many days old data is kept; 0 = for ever. */
export interface Retention {
  /**
   * For closed and expired alerts: counted from the last change or the last arrival of the alert, whichever is later.
   */
  readonly alertDays: number
  /** Counted from the `createTime` of an audit entry. */
  readonly auditDays: number
  /** Counted from the time of a transition of a service. The newest transition of each service stays. */
  readonly historyDays: number
}

export interface RemovedCounts {
  readonly alerts: number
  readonly auditEntries: number
  readonly transitions: number
}

const DAY = 86_400_000

/**
 * Removes old audit entries, alerts that have been closed or expired for a long time, and old transitions of services
 * (rules.md#retention). A server calls this function regularly. To keep other callers from waiting for long, each call runs only a limited number of
 * transactions, and each transaction removes only a limited number of items. The next call removes more.
 *
 * @throws OpsgraphError `invalid` if a number of days is out of range
 */
export async function removeOld(
  { store, clock }: Dependencies,
  { alertDays, auditDays, historyDays }: Retention,
): Promise<RemovedCounts> {
  const now = clock()
  const oldAlerts = cutoff('alertDays', alertDays, now)
  const oldEntries = cutoff('auditDays', auditDays, now)
  const oldTransitions = cutoff('historyDays', historyDays, now)
  return {
    alerts: await inBatches(oldAlerts, (before, limit) =>
      store.transaction((parts) => parts.alerts.deleteEnded(before, limit)),
    ),
    auditEntries: await inBatches(oldEntries, (before, limit) =>
      store.transaction((parts) => parts.audit.deleteOld(before, limit)),
    ),
    transitions: await inBatches(oldTransitions, (before, limit) =>
      store.transaction((parts) => parts.serviceHistory.deleteOld(before, limit)),
    ),
  }
}

/** The time before which data is old; `undefined` if data is kept for ever. */
function cutoff(name: keyof Retention, days: number, now: Date): string | undefined {
  const { min, max } = LIMITS.retentionDays
  if (!Number.isSafeInteger(days) || days < min || days > max) {
    throw invalid(`${name} must be a whole number from ${min} to ${max}`)
  }
  return days === 0 ? undefined : timestamp(new Date(now.getTime() - days * DAY))
}

/** @returns how many were removed */
async function inBatches(
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
