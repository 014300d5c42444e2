import type { Alert } from '../../alert/alert.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Reads one alert (rules.md#reading-and-changing-alerts).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertById({ store }: Dependencies, id: string): Promise<Alert> {
  const alert = await store.alerts.read(id)
  if (alert === undefined) throw notFound('alert')
  return showWholeAlert(alert)
}
