import type { Caller } from '../../access/caller.js'
import { withHistory } from '../../alert/alert-history.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { checkAlertStatus } from '../../alert/read-alert.js'
import { checkTimed } from '../../alert/read-status-timeout.js'
import { restoreStatus } from '../../alert/take-status.js'
import { unheld } from '../../alert/unheld.js'
import { BodyReader } from '../../body-reader.js'
import { LIMITS } from '../../limits.js'
import { readIds } from '../../read-ids.js'
import { readTimestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { changeStatuses } from './change-statuses.js'
import { ALERTS_AT_ONCE, type AlertsOfStatus } from './set-alert-statuses.js'

/** Takes back a change of {@link setAlertStatuses}. */
export interface UndoneStatuses {
  /** `before`, as the change has returned it. */
  readonly before: readonly AlertsOfStatus[]
  /** The status that the change gave to the alerts. Alerts that have another status now are left alone. */
  readonly status: AlertStatus
  readonly text?: string | undefined
}

/**
 * Gives alerts back the status that they had before a change, in one transaction (rules.md#undoing-a-change). If an alert
 * has got another status since the change, or was deleted, it is left alone: the later change counts.
 *
 * @returns the ids of the alerts that have their earlier status again
 * @throws OpsgraphError `invalid` for a malformed request, or if it names too many alerts
 */
export async function undoAlertStatuses(
  dependencies: Dependencies,
  caller: Caller,
  request: UndoneStatuses,
): Promise<readonly string[]> {
  const { before, status, text } = readUndone(request)
  return await dependencies.store.transaction(async (parts) => {
    const { items } = await parts.alerts.lockMatching({ id: [...before.keys()] }, LIMITS.bulkAlerts)
    const undone: string[] = []
    for (let start = 0; start < items.length; start += ALERTS_AT_ONCE) {
      const locked = await parts.alerts.lock(items.slice(start, start + ALERTS_AT_ONCE))
      const stored = locked.filter((alert) => unheld(alert).status === status)
      await changeStatuses(dependencies, caller, parts, {
        stored,
        change: (own, arrival) =>
          withHistory(restoreStatus(own, before.get(own.id) as Earlier, arrival.now), 'status', arrival, text),
        text,
      })
      undone.push(...stored.map(({ id }) => id))
    }
    return undone
  })
}

type Earlier = Omit<AlertsOfStatus, 'ids'>

function readUndone(request: UndoneStatuses) {
  const reader = new BodyReader(request)
  reader.refuseOthers(['before', 'status', 'text'])
  const before = new Map<string, Earlier>()
  for (const [index, group] of (reader.list('before') ?? []).entries()) {
    const path = `before[${index}]`
    const earlier = readEarlier(new BodyReader(group, path))
    for (const id of readIds(new BodyReader(group, path).value('ids'), `${path}.ids`)) before.set(id, earlier)
  }
  if (before.size === 0) throw reader.fault('before', 'must not be empty')
  if (before.size > LIMITS.bulkAlerts) {
    throw reader.fault('before', `names ${before.size} alerts, the limit is ${LIMITS.bulkAlerts} alerts`)
  }
  return { before, status: checkAlertStatus(reader.value('status')), text: reader.text('text') ?? '' }
}

function readEarlier(reader: BodyReader): Earlier {
  reader.refuseOthers(['ids', 'status', 'statusUntil'])
  const status = checkAlertStatus(reader.value('status'))
  const sent = reader.string('statusUntil')
  const statusUntil = sent === undefined ? null : readTimestamp(sent)
  if (statusUntil === undefined) throw reader.fault('statusUntil', 'must be an ISO 8601 time')
  if (statusUntil !== null) checkTimed('statusUntil', status)
  return { status, statusUntil }
}
