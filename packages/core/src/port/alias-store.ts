import type { AliasKey, ResourceAlias } from '../alias/resource-alias.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'
import type { ResourceKey } from '../relation/relation.js'

/**
 * Stores aliases, the further names of resources. In each environment, an alias stands for one resource
 * (rules.md#aliases).
 */
export interface AliasStore {
  /** Default order: environment, then alias, each by code point. */
  list(query: ListQuery<ListFilter<'aliases'>, ListSort<'aliases'>>): Promise<Page<ResourceAlias>>
  /**
   * The stored aliases among `keys`, each once, in any order. Costs one statement, regardless of the number of keys.
   */
  find(keys: readonly AliasKey[]): Promise<readonly ResourceAlias[]>
  /** Every alias of these resources, each once, in any order. */
  of(resources: readonly ResourceKey[]): Promise<readonly ResourceAlias[]>
  /** True if at least one alias is stored. */
  any(): Promise<boolean>
  count(): Promise<number>
  /** A text that identifies the state of all aliases: if one is added, changed or removed, the text is different. */
  version(): Promise<string>
  /**
   * Adds each alias, or replaces the stored alias with the same id. Changes the `PolicyRevision`. No two aliases of a
   * call may have the same id, and no two stored aliases the same environment and alias. The caller checks this while
   * it holds the locks `policies` and `names`.
   */
  save(aliases: readonly ResourceAlias[]): Promise<void>
  /** Deletes aliases, and returns how many of them existed. Changes the `PolicyRevision`. */
  delete(ids: readonly string[]): Promise<number>
}
