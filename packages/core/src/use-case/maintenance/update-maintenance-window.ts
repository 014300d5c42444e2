import type { Caller } from '../../access/caller.js'
import { fieldChanges } from '../../audit/field-changes.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { type MaintenanceWindowPatch, readMaintenanceWindow } from '../../maintenance/read-maintenance-window.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import { updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { maintenanceFacts } from './maintenance-facts.js'
import { knownMaintenanceWindow } from './read-maintenance-window-by-id.js'

/**
 * Changes a maintenance window. Fields that are left out stay unchanged (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field
 */
export async function updateMaintenanceWindow(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: { readonly id: string; readonly body: MaintenanceWindowPatch },
): Promise<MaintenanceWindow> {
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const before = await knownMaintenanceWindow(parts, id)
    const updateTime = timestampAfter(before.updateTime, timestamp(dependencies.clock()))
    const window = { ...readMaintenanceWindow(before, body), updateTime }
    await parts.maintenance.save([window])
    const entries = updateEntry(dependencies, caller, {
      event: 'maintenance-window-updated',
      resourceId: id,
      text: `maintenance window ${window.name} updated`,
      changes: fieldChanges(maintenanceFacts(before), maintenanceFacts(window)),
    })
    await parts.audit.append(...entries)
    return window
  })
}
