import type { Caller } from '../../access/caller.js'
import type { AuditEntry, AuditEvent } from '../../audit/audit-entry.js'
import { fieldChanges, keptFields } from '../../audit/field-changes.js'
import { answeredFilter } from '../../filter/filter.js'
import type { Policy } from '../../policy/policy.js'
import { auditEntry, updateEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import type { PolicyKind } from './policy-kind.js'

/** Creates the audit entries for what `caller` does with policies of one kind. */
export class PolicyEntries {
  readonly #dependencies: Dependencies
  readonly #caller: Caller
  readonly #kind: Pick<PolicyKind<Policy>, 'type' | 'words'>

  constructor(dependencies: Dependencies, caller: Caller, kind: Pick<PolicyKind<Policy>, 'type' | 'words'>) {
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

  /** Returns a list with the audit entry for an update. The list is empty if nothing changed. */
  updated<Kind extends Policy>(before: Kind, after: Kind): readonly AuditEntry[] {
    const changes = fieldChanges(factsOf(before), factsOf(after))
    return updateEntry(this.#dependencies, this.#caller, { ...this.#note(after, 'updated'), changes })
  }

  #whole(policy: Policy, action: 'created' | 'deleted'): AuditEntry {
    const note = { ...this.#note(policy, action), attributes: keptFields(factsOf(policy)) }
    return auditEntry(this.#dependencies, this.#caller, note)
  }

  #note({ id, name }: Policy, action: 'created' | 'updated' | 'deleted') {
    const { type, words } = this.#kind
    return { event: `${type}-${action}` satisfies AuditEvent, resourceId: id, text: `${words} ${name} ${action}` }
  }
}

/** The fields of a policy that callers set. */
function factsOf({ id: _, createTime: __, filters, ...policy }: Policy & { readonly updateTime?: string }) {
  const { updateTime: ___, ...facts } = policy
  return { ...facts, filters: answeredFilter(filters) }
}
