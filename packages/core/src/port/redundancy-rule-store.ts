import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { RedundancyRule } from '../redundancy/redundancy-rule.js'
import type { ResourceKey } from '../relation/relation.js'

/** Stores redundancy rules, at most one for each resource (rules.md#redundancy-rules). */
export interface RedundancyRuleStore {
  /**
   * Default order: environment, then resource, each by code point. In any order, rules whose value in the sort column
   * is `null` come last.
   */
  list(query: ListQuery<ListFilter<'redundancyRules'>, ListSort<'redundancyRules'>>): Promise<Page<RedundancyRule>>
  /** Every rule, in any order. */
  all(): Promise<readonly RedundancyRule[]>
  /** The rules of these resources, each once, in any order. */
  find(resources: readonly ResourceKey[]): Promise<readonly RedundancyRule[]>
  /**
   * A text that identifies the state of all rules. Every `save` and every `delete` changes it to a text that was never
   * returned before. Costs one short statement.
   */
  version(): Promise<string>
  /**
   * Adds each rule, or replaces the stored rule with the same id. No two rules of a call may have the same id, and no
   * two stored rules the same environment and resource. The caller checks this while it holds the lock `policies`.
   */
  save(rules: readonly RedundancyRule[]): Promise<void>
  /** Deletes rules, and returns how many of them existed. */
  delete(ids: readonly string[]): Promise<number>
}
