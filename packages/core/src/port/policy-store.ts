import type { ListQuery, Page } from '../page.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../policy/policy.js'

const POLICY_COLUMNS = ['id', 'name', 'description', 'status', 'createTime'] as const
export const WEIGHT_POLICY_COLUMNS = [...POLICY_COLUMNS, 'topologyId', 'weight'] as const
export type WeightPolicyColumn = (typeof WEIGHT_POLICY_COLUMNS)[number]
export const RELATION_POLICY_COLUMNS = [...POLICY_COLUMNS, 'parent'] as const
export type RelationPolicyColumn = (typeof RELATION_POLICY_COLUMNS)[number]

/** The policies of one kind. */
export interface PolicyStore<Kind extends Policy, Column extends string> {
  /** Default order: createTime, ties by id. `null` comes last, also when descending. */
  list(query: ListQuery<Column, Column>): Promise<Page<Kind>>
  read(id: string): Promise<Kind | undefined>
  /** The stored policies among `ids`, in no promised order. */
  find(ids: readonly string[]): Promise<readonly Kind[]>
  /** Every active policy, in the order of createTime. */
  active(): Promise<readonly Kind[]>
  /** The latest createTime; `undefined` when there is no policy. */
  lastCreateTime(): Promise<string | undefined>
  /** Adds the policies, or replaces those with the same id. Ids must differ from one another. */
  save(policies: readonly Kind[]): Promise<void>
  /** The number of policies removed; unknown ids are passed over. */
  delete(ids: readonly string[]): Promise<number>
}

export interface WeightPolicyStore extends PolicyStore<WeightPolicy, WeightPolicyColumn> {
  /** Makes the policies of these topologies global. */
  release(topologyIds: readonly string[]): Promise<void>
}

export type RelationPolicyStore = PolicyStore<RelationPolicy, RelationPolicyColumn>

/** Tells cheaply whether any policy, of either kind, may have changed. */
export interface PolicyRevision {
  /** A text that is another one after every committed `save` and `delete` of policies; none ever comes back. */
  read(): Promise<string>
}
