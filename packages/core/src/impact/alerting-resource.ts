import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { ImpactAlert } from './impact-alert.js'
import type { Limit } from './redundancy.js'
import type { NumberedStart } from './ways-up.js'

/** A way up (rules.md#reach-2) that belongs to all alerts of one resource that name the same parent. */
export interface AlertWay extends NumberedStart {
  /** The number of the resource at which the way starts. */
  readonly resource: number
  /** The alerts of the way, the worst first, then the oldest. */
  alerts: readonly ImpactAlert[]
  /** The numbers of the other alerting resources on the way. */
  above: readonly number[]
  /** The topologies that have a node for a resource on the way, and how much rules limit what arrives there. */
  topologies: ReadonlyMap<NodeLookup, Limit>
}

/** A resource that has alerts. */
export interface AlertingResource {
  readonly number: number
  readonly node: number
  readonly ways: readonly AlertWay[]
  /** The worst alert first, then the oldest. */
  readonly alerts: readonly ImpactAlert[]
  /** The numbers of the other resources that the alerts explain, each once. */
  explained: readonly number[]
  /** The rank of the worst that arrives here of the alerts that explain the alerts of the resource. */
  explainedAt: number
  /** The greatest fork of the alerts that explain the alerts of the resource and arrive here; 0 = there are none. */
  explainedFork: number
}
