import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import type { AuditType } from '../../audit/audit-entry.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
import type { StoreParts } from '../../port/store.js'

/** What is different for each kind of policy. The use-cases are otherwise the same for all kinds. */
export interface PolicyKind<Kind extends Policy> {
  readonly storeOf: (parts: StoreParts) => PolicyStore<Kind, never>
  /** The type of audit entries; also the first part of the names of their events. */
  readonly type: Extract<AuditType, `${string}-policy`>
  /** The name of the kind in the texts of audit entries. */
  readonly words: string
  readonly plural: string
}

export const WEIGHT_POLICY: PolicyKind<WeightPolicy> = {
  storeOf: ({ weightPolicies }) => weightPolicies,
  type: 'service-topology-policy',
  words: 'weight policy',
  plural: 'weight policies',
}

export const RELATION_POLICY: PolicyKind<RelationPolicy> = {
  storeOf: ({ relationPolicies }) => relationPolicies,
  type: 'resource-relation-policy',
  words: 'relation policy',
  plural: 'relation policies',
}

export const ALERT_POLICY: PolicyKind<AlertPolicy> = {
  storeOf: ({ alertPolicies }) => alertPolicies,
  type: 'alert-policy',
  words: 'alert policy',
  plural: 'alert policies',
}
