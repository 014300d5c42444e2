import type { Caller } from '../../access/caller.js'
import { fieldChanges } from '../../audit/field-changes.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { type MaintenanceWindowPatch, readMaintenanceWindow } from '../../maintenance/read-maintenance-window.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import { updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { requireRoom } from './create-maintenance-window.js'
import { maintenanceFacts } from './maintenance-facts.js'
import { knownMaintenanceWindow } from './read-maintenance-window-by-id.js'

/**
 * Changes a maintenance window. Fields that are left out stay unchanged (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field, or if a window that is over would be one too many again
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
    // A window that was not over before has its room already, even if there are too many windows.
    if (isOver(before, updateTime)) await requireRoom(parts, window, updateTime)
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

function isOver({ overTime }: MaintenanceWindow, now: string): boolean {
  return overTime !== null && overTime <= now
}
