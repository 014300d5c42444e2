import type { Caller } from '../../access/caller.js'
import { notFound } from '../../opsgraph-error.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { alertFacts } from './alert-facts.js'

/**
 * Deletes an alert. Relations that were stored because of the alert are kept (rules.md#relations-of-an-alert-4).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteAlert(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    const alert = await parts.alerts.lockById(id)
    if (alert === undefined) throw notFound('alert')
    await parts.alerts.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'alert-deleted',
        resourceId: id,
        text: `alert ${alert.event} of ${alert.resource} deleted`,
        attributes: { ...alertFacts(alert), status: alert.status },
      }),
    )
  })
}
