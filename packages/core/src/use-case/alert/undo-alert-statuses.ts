import type { Caller } from '../../access/caller.js'
import { withHistory } from '../../alert/alert-history.js'
import { readStatusBody, UNDONE_STATUSES, type UndoneStatuses } from '../../alert/status-change.js'
import { restoreStatus } from '../../alert/take-status.js'
import { unheld } from '../../alert/unheld.js'
import { LIMITS } from '../../limits.js'
import type { Dependencies } from '../dependencies.js'
import { changeStatuses } from './change-statuses.js'
import { ALERTS_AT_ONCE } from './set-alert-statuses.js'

/**
 * Restores the status that alerts had before a change, in one transaction (rules.md#undoing-a-change). If an alert has
 * got another status or assignee since the change, or was deleted, it does not change.
 *
 * @returns the ids of the alerts whose earlier status was restored
 * @throws OpsgraphError `invalid` for a malformed request, or if it names too many alerts
 */
export async function undoAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  request: UndoneStatuses,
): Promise<readonly string[]> {
  const { before: groups, status, assignee, text } = readStatusBody(UNDONE_STATUSES, request)
  const before = new Map(groups.flatMap(({ ids, ...earlier }) => ids.map((id) => [id, earlier])))
  return await dependencies.store.transaction(async (parts) => {
    const { items } = await parts.alerts.lockMatching({ id: [...before.keys()] }, LIMITS.bulkAlerts)
    const undone: string[] = []
    for (let start = 0; start < items.length; start += ALERTS_AT_ONCE) {
      const locked = await parts.alerts.lock(items.slice(start, start + ALERTS_AT_ONCE))
      const stored = locked.filter((alert) => {
        return unheld(alert).status === status && (assignee === undefined || alert.assignee === assignee)
      })
      await changeStatuses(dependencies, caller, parts, {
        stored,
        change: (own, arrival) =>
          withHistory(restoreStatus(own, before.get(own.id) ?? own, arrival.now), 'status', arrival, text),
        text,
      })
      undone.push(...stored.map(({ id }) => id))
    }
    return undone
  })
}
