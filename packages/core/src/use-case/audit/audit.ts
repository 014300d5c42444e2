import type { Caller } from '../../access/caller.js'
import { AUDIT_TYPES, type AuditEntry, type AuditEvent } from '../../audit/audit-entry.js'
import { auditFields, fieldChanges } from '../../audit/field-changes.js'
import { answeredFilter, type Filter } from '../../filter/filter.js'
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
 * Returns a list with the audit entry for an update; the list is empty if nothing has changed. The use-case must append
 * it to the audit trail in the transaction of the update.
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
 * The audit entry for an action of `caller`. The use-case must append it to the audit trail in the transaction of the
 * action (rules.md#audit-entries-2).
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

type EventFamilyOf<Event> = Event extends `${infer Name}-updated` ? Name : never

/** How the audit trail describes one kind of object. */
export interface Audited<Item> {
  /** The beginning of the names of the events, such as `api-key` for `api-key-created`. */
  readonly family: EventFamilyOf<AuditEvent>
  readonly idOf: (item: Item) => string
  readonly textOf: (item: Item, action: 'created' | 'updated' | 'deleted') => string
  /** The fields that audit entries contain: those that callers can set. */
  readonly factsOf: (item: Item) => object
}

/** Returns functions that create the audit entries for what `caller` does with objects of one kind. */
export function createAuditEntries<Item>(dependencies: Dependencies, caller: Caller, audited: Audited<Item>) {
  const { family, idOf, textOf, factsOf } = audited
  const noteOf = (item: Item, action: 'created' | 'updated' | 'deleted') => ({
    event: `${family}-${action}` satisfies AuditEvent,
    resourceId: idOf(item),
    text: textOf(item, action),
  })
  const wholeEntry = (item: Item, action: 'created' | 'deleted') =>
    auditEntry(dependencies, caller, { ...noteOf(item, action), attributes: auditFields(factsOf(item)) })
  return {
    created: (item: Item) => wholeEntry(item, 'created'),
    /** The list is empty if nothing has changed. `others` are changes that `factsOf` does not show. */
    updated: (before: Item, after: Item, others: JsonObject = {}) => {
      const changes = { ...fieldChanges(factsOf(before), factsOf(after)), ...others }
      return updateEntry(dependencies, caller, { ...noteOf(after, 'updated'), changes })
    },
    deleted: (item: Item) => wholeEntry(item, 'deleted'),
  }
}

/** Creates an {@link Audited.factsOf} that returns the fields with these names. */
export function factsOfFields<Item extends object>(names: readonly (keyof Item & string)[]) {
  return (item: Item & { readonly filters?: Filter }): object => {
    const facts = Object.fromEntries(names.map((name) => [name, item[name]]))
    return item.filters === undefined ? facts : { ...facts, filters: answeredFilter(item.filters) }
  }
}
