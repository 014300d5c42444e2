import type { Filter } from '../filter/filter.js'

export const POLICY_STATUSES = ['active', 'inactive'] as const
export type PolicyStatus = (typeof POLICY_STATUSES)[number]

/**
 * The fields of every policy. When an alert is received, the active policies whose filters match the alert are applied.
 */
export interface Policy {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly filters: Filter
  readonly status: PolicyStatus
  /**
   * ISO 8601 in UTC with milliseconds. The order in which policies are applied depends on `createTime`. To make this
   * order unique, no two policies of the same kind have the same `createTime`.
   */
  readonly createTime: string
}

/** Sets `attributes.weight` of alerts (rules.md#weight-policies-1). */
export interface WeightPolicy extends Policy {
  readonly weight: number
  /** The id of the topology that the policy belongs to; `null` = the policy is global. */
  readonly topologyId: string | null
}

/** Gives the resource of a matching alert a parent (rules.md#relation-policies). */
export interface RelationPolicy extends Policy {
  /** The name of the parent, a resource in the environment of the alert. */
  readonly parent: string
}
