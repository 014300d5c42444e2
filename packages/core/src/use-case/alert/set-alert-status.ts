import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { changeStatuses, readChosenStatus } from './change-statuses.js'

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
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status, an invalid text, or a timeout that the status
 *   cannot have
 */
export async function setAlertStatus(dependencies: Dependencies, caller: Caller, change: StatusChange): Promise<Alert> {
  return await dependencies.store.transaction(async (parts) => {
    const stored = await parts.alerts.lockById(change.id)
    if (stored === undefined) throw notFound('alert')
    const chosen = readChosenStatus(change)
    const [alert] = await changeStatuses(dependencies, caller, parts, { stored: [stored], ...chosen })
    return showWholeAlert(alert as Alert)
  })
}
