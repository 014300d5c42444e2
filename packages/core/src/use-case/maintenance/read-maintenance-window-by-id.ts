import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { notFound } from '../../opsgraph-error.js'
import type { StoreParts } from '../../port/store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Reads one maintenance window (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readMaintenanceWindowById({ store }: Dependencies, id: string): Promise<MaintenanceWindow> {
  return await knownMaintenanceWindow(store, id)
}

/**
 * Reads a window. May also be called inside a transaction.
 *
 * @throws OpsgraphError `notFound`
 */
export async function knownMaintenanceWindow({ maintenance }: StoreParts, id: string): Promise<MaintenanceWindow> {
  const window = await maintenance.read(id)
  if (window === undefined) throw notFound('maintenance window')
  return window
}
