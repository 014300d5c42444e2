import type { AlertPolicy } from '../alert-policy/alert-policy.js'
import type { ListFilter } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../policy/policy.js'

/**
 * The policies of one kind. The server applies the policies in the order of createTime, then id. Alert policies are
 * ordered by `order` first.
 */
export interface PolicyStore<Kind extends Policy, Column extends string> {
  /**
   * Default order: the order in which the policies are applied. In ascending and in descending order, policies whose
   * value in the sort column is `null` come last.
   */
  list(query: ListQuery<Column, Column>): Promise<Page<Kind>>
  read(id: string): Promise<Kind | undefined>
  /** The stored policies among `ids`, each once, in any order. */
  find(ids: readonly string[]): Promise<readonly Kind[]>
  /** Every active policy, in the order in which they are applied. */
  active(): Promise<readonly Kind[]>
  /** The latest createTime of all policies; `undefined` if there is no policy. */
  lastCreateTime(): Promise<string | undefined>
  /**
   * Adds each policy, or replaces the stored policy with the same id. No two policies of a call may have the same id.
   */
  save(policies: readonly Kind[]): Promise<void>
  /**
   * Deletes policies and returns how many it deleted. Unknown ids are ignored, and an id that is listed twice counts
   * once.
   */
  delete(ids: readonly string[]): Promise<number>
}

export interface WeightPolicyStore extends PolicyStore<WeightPolicy, ListFilter<'weightPolicies'>> {
  /** The policies of these topologies, each once, in any order. */
  ofTopologies(topologyIds: readonly string[]): Promise<readonly WeightPolicy[]>
  /** The policies that belong to no topology, in any order. */
  global(): Promise<readonly WeightPolicy[]>
  /** The policies with one of these names, each once, in any order. */
  named(names: readonly string[]): Promise<readonly WeightPolicy[]>
  /**
   * Makes the policies of these topologies global. This call changes neither the effect of the policies on alerts nor
   * the {@link PolicyRevision}.
   */
  release(topologyIds: readonly string[]): Promise<void>
}

export type RelationPolicyStore = PolicyStore<RelationPolicy, ListFilter<'relationPolicies'>>

export interface AlertPolicyStore extends PolicyStore<AlertPolicy, ListFilter<'alertPolicies'>> {
  /** The policies that are bound to a webhook, in any order. */
  ofWebhook(webhookId: string): Promise<readonly AlertPolicy[]>
}

/** Shows at low cost whether the effect of any policy may have changed. Covers all kinds of policies, and maintenance windows. */
export interface PolicyRevision {
  /**
   * A text that identifies one state of the policies. Every committed `save` or `delete` that changes a policy also
   * changes this text. The new text was never returned before, not even inside a transaction that was rolled back. To
   * cache policies by revision, read the revision first and then the policies.
   */
  read(): Promise<string>
}
