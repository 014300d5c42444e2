import type { Caller } from '../../access/caller.js'
import type { AuditEntry, AuditEvent } from '../../audit/audit-entry.js'
import { fieldChanges, keptFields } from '../../audit/field-changes.js'
import { answeredFilter } from '../../filter/filter.js'
import type { Policy } from '../../policy/policy.js'
import { auditEntry, updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

/** The event prefix and the name of one kind of policy in audit entries. */
interface PolicyWords {
  readonly event: 'service-topology-policy' | 'resource-relation-policy'
  readonly words: string
}

export const WEIGHT_POLICY: PolicyWords = { event: 'service-topology-policy', words: 'weight policy' }
export const RELATION_POLICY: PolicyWords = { event: 'resource-relation-policy', words: 'relation policy' }

/** Creates the audit entries for what `caller` does with policies of one kind. */
export class PolicyEntries {
  readonly #dependencies: Dependencies
  readonly #caller: Caller
  readonly #kind: PolicyWords

  constructor(dependencies: Dependencies, caller: Caller, kind: PolicyWords) {
    this.#dependencies = dependencies
    this.#caller = caller
    this.#kind = kind
  }

  created(policy: Policy): AuditEntry {
    return this.#whole(policy, 'created')
  }

  deleted(policy: Policy): AuditEntry {
    return this.#whole(policy, 'deleted')
  }

  /** A list with the audit entry for an update; empty if nothing changed. */
  updated<Kind extends Policy>(before: Kind, after: Kind): readonly AuditEntry[] {
    const changes = fieldChanges(factsOf(before), factsOf(after))
    return updateEntry(this.#dependencies, this.#caller, { ...this.#note(after, 'updated'), changes })
  }

  #whole(policy: Policy, action: 'created' | 'deleted'): AuditEntry {
    const note = { ...this.#note(policy, action), attributes: keptFields(factsOf(policy)) }
    return auditEntry(this.#dependencies, this.#caller, note)
  }

  #note({ id, name }: Policy, action: 'created' | 'updated' | 'deleted') {
    const { event, words } = this.#kind
    return { event: `${event}-${action}` satisfies AuditEvent, resourceId: id, text: `${words} ${name} ${action}` }
  }
}

function factsOf({ id: _, createTime: __, filters, ...policy }: Policy) {
  return { ...policy, filters: answeredFilter(filters) }
}
