import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { readAlert } from '../../alert/read-alert.js'
import type { Dependencies } from '../dependencies.js'
import { receiveAlerts } from './receive-alerts.js'

/**
 * Receives one alert as a sender posts it (rules.md#receiving-an-alert).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export async function receiveAlert(dependencies: Dependencies, caller: Caller, body: unknown): Promise<Alert> {
  const [alert] = await receiveAlerts(dependencies, caller, [readAlert(body)])
  if (alert === undefined) throw new Error('the alert just received is not there')
  return alert
}
