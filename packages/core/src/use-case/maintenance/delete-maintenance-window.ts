import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { maintenanceFacts } from './maintenance-facts.js'
import { knownMaintenanceWindow } from './read-maintenance-window-by-id.js'

/**
 * Deletes a maintenance window. If the window has set alerts to `blackout`, the next call of `applyMaintenance` gives
 * them their own status again, unless another window matches them (rules.md#maintenance-windows).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteMaintenanceWindow(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const window = await knownMaintenanceWindow(parts, id)
    await parts.maintenance.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'maintenance-window-deleted',
        resourceId: id,
        text: `maintenance window ${window.name} deleted`,
        attributes: keptFields(maintenanceFacts(window)),
      }),
    )
  })
}
