import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { type MaintenanceWindowInput, readNewMaintenanceWindow } from '../../maintenance/read-maintenance-window.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { maintenanceFacts } from './maintenance-facts.js'

/**
 * Creates a maintenance window (rules.md#maintenance-windows). Changes no alert itself: after the window has begun, the
 * next call of `applyMaintenance` changes the stored alerts that match the window.
 *
 * @throws OpsgraphError `invalid`, naming the field
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
