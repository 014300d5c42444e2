import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertInput } from '../../alert/alert-input.js'
import { readAlert } from '../../alert/read-alert.js'
import type { Dependencies } from '../dependencies.js'
import { receiveAlerts } from './receive-alerts.js'

/**
 * Stores an alert, or merges it into the stored alert of the same environment, resource and event
 * (rules.md#receiving-an-alert). Returns the alert as stored.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function receiveAlert(dependencies: Dependencies, caller: Caller, alert: AlertInput): Promise<Alert> {
  const [stored] = await receiveAlerts(dependencies, caller, [readAlert(alert)])
  if (stored === undefined) throw new Error('the alert just received is not there')
  return stored
}
