import type { Caller } from '../../access/caller.js'
import type { Alert } from '../../alert/alert.js'
import { withHistory } from '../../alert/alert-history.js'
import { showWholeAlert } from '../../alert/shown-alert.js'
import { ALERT_NOTE } from '../../alert/status-change.js'
import { auditFields } from '../../audit/field-changes.js'
import { requireFound } from '../../opsgraph-error.js'
import { readBody } from '../../schema/read-body.js'
import { timestamp } from '../../timestamp.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { alertFacts } from './alerts.js'

export interface AlertNote {
  /** The id of the alert. */
  readonly id: string
  readonly body: { readonly text: string }
}

/**
 * Adds a note to the history of an alert (rules.md#reading-and-changing-alerts-6). Nothing else changes.
 *
 * @throws OpsgraphError `notFound`; `invalid` if the text is blank or too long
 */
export async function addAlertNote(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: AlertNote,
): Promise<Alert> {
  const { store, clock, newId } = dependencies
  return await store.transaction(async (parts) => {
    const stored = requireFound(await parts.alerts.lockById(id), 'alert')
    const { text } = readBody(ALERT_NOTE, body)
    const alert = withHistory(stored, 'note', { now: timestamp(clock()), newId, actor: caller.user }, text)
    await parts.alerts.save([alert])
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'alert-note-added',
        resourceId: alert.id,
        text: `note added to the alert ${alert.event} of ${alert.resource}`,
        attributes: { ...alertFacts(alert), ...auditFields({ text }) },
      }),
    )
    return showWholeAlert(alert)
  })
}
