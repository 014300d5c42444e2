import type { Caller } from '../../access/caller.js'
import type { AlertInput } from '../../alert/alert-input.js'
import type { Dependencies } from '../dependencies.js'
import { type ReceivedAlert, receiveAlerts } from './receive-alerts.js'

/**
 * Stores an alert, or merges it into the stored alert of the same environment, resource and event
 * (rules.md#receiving-an-alert). Returns the alert as stored, or the alert policy that dropped it.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function receiveAlert(
  dependencies: Dependencies,
  caller: Caller,
  alert: AlertInput,
): Promise<ReceivedAlert> {
  const [received] = await receiveAlerts(dependencies, caller, [alert])
  if (received === undefined) throw new Error('the alert just received is not there')
  return received
}
