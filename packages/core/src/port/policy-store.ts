import type { AlertPolicy } from '../alert-policy/alert-policy.js'
import type { ListFilter } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../policy/policy.js'

/**
 * The policies of one kind. The server applies weight policies and relation policies in the order of createTime, then
 * id. It applies alert policies in the order of `order`, then createTime, then id.
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
  /** The active policies, in the order in which they are applied. */
  active(): Promise<readonly Kind[]>
  /**
   * A text that identifies the state of all policies of this kind: if one is added, changed or removed, the text is
   * different.
   */
  version(): Promise<string>
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
   * Makes the policies of these topologies global. This call does not change the {@link PolicyRevision}, because a
   * policy that belongs to a topology has the same effect on alerts as a global policy.
   */
  release(topologyIds: readonly string[]): Promise<void>
}

export type RelationPolicyStore = PolicyStore<RelationPolicy, ListFilter<'relationPolicies'>>

export interface AlertPolicyStore extends PolicyStore<AlertPolicy, ListFilter<'alertPolicies'>> {
  /** The policies that are bound to one of these webhooks, each once, in any order. */
  ofWebhooks(webhookIds: readonly string[]): Promise<readonly AlertPolicy[]>
}

/**
 * Shows at low cost whether the effect of policies on alerts may have changed. Covers policies of all kinds,
 * maintenance windows and aliases.
 */
export interface PolicyRevision {
  /**
   * A text that identifies one state of the policies. Every committed `save` or `delete` that changes a policy also
   * changes this text. The new text was never returned before, not even inside a transaction that was rolled back. A
   * cache must read the revision first and then the policies. In the reverse order, the policies could change between
   * the two reads, and the cache would keep the old policies under the new revision.
   */
  read(): Promise<string>
}
