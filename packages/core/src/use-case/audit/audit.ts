import type { Caller } from '../../access/caller.js'
import { AUDIT_TYPES, type AuditEntry, type AuditEvent } from '../../audit/audit-entry.js'
import type { JsonObject } from '../../json-value.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** The part of an audit entry that depends on the action. */
export interface AuditNote {
  readonly event: AuditEvent
  readonly resourceId: string | null
  readonly text: string
  readonly attributes?: JsonObject
}

/**
 * Returns a list with the audit entry for an update. If nothing changed, the list is empty. The use-case must append
 * the list to the audit trail in the transaction of the update.
 *
 * @param changes the result of `fieldChanges`
 */
export function updateEntry(
  dependencies: Dependencies,
  caller: Caller,
  { changes, ...note }: AuditNote & { readonly changes: JsonObject },
): readonly AuditEntry[] {
  if (Object.keys(changes).length === 0) return []
  return [auditEntry(dependencies, caller, { ...note, attributes: { ...note.attributes, changes } })]
}

/**
 * The audit entry for an action of `caller`. The use-case must append the entry to the audit trail in the transaction
 * of the action (rules.md#audit-entries-2).
 */
export function auditEntry({ newId, clock }: Dependencies, caller: Caller, note: AuditNote): AuditEntry {
  return {
    id: newId(),
    attributes: {},
    ...note,
    type: AUDIT_TYPES[note.event],
    user: caller.user,
    requestId: caller.requestId,
    createTime: timestamp(clock()),
  }
}
