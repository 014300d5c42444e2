import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { LIMITS } from '../../limits.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { type MaintenanceWindowInput, readNewMaintenanceWindow } from '../../maintenance/read-maintenance-window.js'
import { invalid } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { maintenanceFacts } from './maintenance-facts.js'

/**
 * Creates a maintenance window (rules.md#maintenance-windows). Changes no alert itself: after the window has begun, the
 * next call of `applyMaintenance` changes the stored alerts that match the window.
 *
 * @throws OpsgraphError `invalid`, naming the field, or if `LIMITS.maintenanceWindows` windows are not over
 */
export async function createMaintenanceWindow(
  dependencies: Dependencies,
  caller: Caller,
  body: MaintenanceWindowInput,
): Promise<MaintenanceWindow> {
  const now = timestamp(dependencies.clock())
  const identity = { id: dependencies.newId(), createdBy: caller.user, createTime: now, updateTime: now }
  const window = { ...readNewMaintenanceWindow(body), ...identity }
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    await requireRoom(parts, window, now)
    await parts.maintenance.save([window])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'maintenance-window-created',
        resourceId: window.id,
        text: `maintenance window ${window.name} created`,
        attributes: keptFields(maintenanceFacts(window)),
      }),
    )
  })
  return window
}

/**
 * Checks that there is room for one more window. Windows that are over do not count, because they cost nothing.
 *
 * @param window the window as it will be saved
 * @throws OpsgraphError `invalid`
 */
export async function requireRoom(parts: StoreTransaction, { id }: MaintenanceWindow, now: string): Promise<void> {
  const others = (await parts.maintenance.pending(now)).filter((other) => other.id !== id)
  if (others.length < LIMITS.maintenanceWindows) return
  throw invalid(
    `there are ${others.length} maintenance windows that are not over, and the limit is ${LIMITS.maintenanceWindows}: delete windows that you do not need`,
  )
}
