import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { NumberedStart } from './ancestor-walk.js'
import type { ImpactAlert } from './impact-alert.js'
import type { SeverityLimit } from './redundancy.js'

/** The alerts of one resource that name the same parent. They have the same ancestors (rules.md#reach-2). */
export interface AlertStart extends NumberedStart {
  /** The number of the resource among the alerting resources. */
  readonly resource: number
  /** The worst alert first, then the oldest. */
  alerts: readonly ImpactAlert[]
  /** The numbers of the ancestors that have alerts too. */
  alertingAncestors: readonly number[]
  /**
   * The topologies with a node for the resource or an ancestor, each with the limit that rules set for alerts that
   * arrive there.
   */
  topologies: ReadonlyMap<NodeLookup, SeverityLimit>
}

/** A resource that has alerts. */
export interface AlertingResource {
  /** The number of this resource among the alerting resources. */
  readonly number: number
  /** The number of this resource in the walk. */
  readonly node: number
  readonly starts: readonly AlertStart[]
  /** The worst alert first, then the oldest. */
  readonly alerts: readonly ImpactAlert[]
  /** The numbers of the other resources that the alerts of this resource explain, without duplicates. */
  explained: readonly number[]
  /** The rank of the worst severity with which an explaining alert arrives here; `ABSORBED` = none arrives. */
  explainedRank: number
  /** The greatest fork ({@link Explanations.forkOf}) of an explaining alert that arrives here; 0 = none arrives. */
  explainedFork: number
}
