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
  /** The stored policies among `ids`, each once, in no promised order. */
  find(ids: readonly string[]): Promise<readonly Kind[]>
  /** Every active policy, in the order of createTime, ties by id. */
  active(): Promise<readonly Kind[]>
  /** The latest createTime; `undefined` when there is no policy. */
  lastCreateTime(): Promise<string | undefined>
  /** Adds the policies, or replaces those with the same id. Ids must differ from one another. */
  save(policies: readonly Kind[]): Promise<void>
  /** The number of policies removed; unknown ids are passed over, an id that is named twice counts once. */
  delete(ids: readonly string[]): Promise<number>
}

export interface WeightPolicyStore extends PolicyStore<WeightPolicy, WeightPolicyColumn> {
  /** The policies of these topologies, each once, in no promised order. */
  ofTopologies(topologyIds: readonly string[]): Promise<readonly WeightPolicy[]>
  /** The policies of no topology, in no promised order. */
  global(): Promise<readonly WeightPolicy[]>
  /** The policies with one of these names, each once, in no promised order. */
  named(names: readonly string[]): Promise<readonly WeightPolicy[]>
  /** Makes the policies of these topologies global. What they do to alerts stays, and so does the revision. */
  release(topologyIds: readonly string[]): Promise<void>
}

export type RelationPolicyStore = PolicyStore<RelationPolicy, RelationPolicyColumn>

/** Tells cheaply whether any policy, of either kind, may have changed in what it does to alerts. */
export interface PolicyRevision {
  /**
   * A text that stands for one state of the policies. After every committed `save` or `delete` that changes a policy it
   * is one that was never seen before, not even inside of a transaction that was taken back; whoever keeps policies by
   * it reads it before them.
   */
  read(): Promise<string>
}
