import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { checkAlertStatus } from '../../alert/read-alert.js'
import { readStatusTimeout } from '../../alert/read-status-timeout.js'
import { changeStatus } from '../../alert/receive.js'
import { fieldChanges } from '../../audit/field-changes.js'
import { notFound } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { alertFacts } from './alert-facts.js'

export interface StatusChange {
  readonly id: string
  readonly status: AlertStatus
  readonly text?: string | undefined
  /** Seconds after which the alert becomes `open` again. Only for the statuses `ack` and `shelved`. Default: never. */
  readonly timeout?: number | undefined
}

/**
 * Changes the status of an alert, and adds an entry to its history (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status, or a status that takes no timeout
 */
export async function setAlertStatus(dependencies: Dependencies, caller: Caller, change: StatusChange): Promise<Alert> {
  const { store, clock, newId } = dependencies
  return await store.transaction(async (parts) => {
    const stored = await parts.alerts.lockById(change.id)
    if (stored === undefined) throw notFound('alert')
    const status = checkAlertStatus(change.status)
    const timeout = readStatusTimeout(status, change.timeout)
    const arrival = { now: timestamp(clock()), newId, actor: caller.user }
    const text = change.text ?? ''
    const alert = changeStatus(stored, { status, text, timeout }, arrival)
    await parts.alerts.save([alert])
    // An audit entry is written even if the status stays the same, because the alert's history gets an entry in that
    // case too.
    const { statusUntil } = alert
    const before = { status: stored.status, statusUntil: stored.statusUntil, text: '' }
    const changes = fieldChanges(before, { status, statusUntil, text })
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'alert-status-changed',
        resourceId: alert.id,
        text: `alert ${alert.event} of ${alert.resource} is ${status} now`,
        attributes: { ...alertFacts(alert), changes },
      }),
    )
    return alert
  })
}
