import type { ListFilter } from '../list-columns.js'
import type { Filters, ListQuery, Page } from '../page.js'
import type { ResourceKey } from '../relation/relation.js'
import type { RelationSource } from '../relation/relation-source.js'

/** A resource, and how often each kind of data names it. At least one of the counts is not 0. */
export interface CountedResource extends ResourceKey {
  /** The relations that have the resource as the child. */
  readonly parents: number
  /** The relations that have the resource as the parent. */
  readonly children: number
  /** The nodes of the resource in topologies. */
  readonly nodes: number
  /** The active alerts of the resource. */
  readonly alerts: number
  /** 1 if the resource has a redundancy rule, else 0. */
  readonly rules: number
  /** The claims of the relations that have the resource as the child or as the parent. */
  readonly claims: number
}

/** Which resources a list contains. */
export interface ResourceChoice {
  readonly filters: Filters<ListFilter<'resources'>>
  /**
   * `true` = only resources that neither a relation nor a node names; `false` = all other resources; `undefined` =
   * both.
   */
  readonly orphan: boolean | undefined
  /**
   * `wanted` is true to choose the stale resources, false to choose all others. A resource is stale if it has
   * relations, and the lastTime of each of their claims is before `before`. A claim of one of the `lasting` sources is
   * never stale.
   */
  readonly stale:
    | { readonly before: string; readonly lasting: readonly RelationSource[]; readonly wanted: boolean }
    | undefined
}

/** One page of the resources that a {@link ResourceChoice} selects. */
export type ResourceQuery = ResourceChoice & Pick<ListQuery<never, never>, 'page' | 'pageSize'>

/**
 * Finds resources. A resource is not stored itself: it exists if a relation, a resource node of a topology, a
 * redundancy rule or an active alert names it. A node without an environment names no resource.
 */
export interface ResourceStore {
  /**
   * One page of the resources, each once, ordered by environment, then resource, each by code point. The filter
   * `environment` compares exactly. The filter `q` matches names that contain one of its values, ignoring the case of
   * the letters A to Z. Time is linear in the stored data. Costs one statement.
   */
  list(query: ResourceQuery): Promise<Page<ResourceKey>>
  /**
   * The first `limit` resources that come after `last` in the order of {@link list}. `last` itself does not have to
   * exist. If `last` is `undefined`, the result begins with the first resource. Time is linear in the stored data.
   * Costs one statement.
   */
  after(last: ResourceKey | undefined, limit: number, choice: ResourceChoice): Promise<readonly ResourceKey[]>
  /** Those of `resources` that exist, each once, in any order. Costs one statement. */
  find(resources: readonly ResourceKey[]): Promise<readonly CountedResource[]>
}
