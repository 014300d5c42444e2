import type { ObjectState } from './notice.js'

/**
 * The state of an object that no alert affects, or only alerts less severe than the `minSeverity` of the subscription.
 */
export const OVER: ObjectState = { severity: null, acknowledged: false, causes: [] }

/**
 * Whether two states have the same severity, the same `acknowledged`, and causes with the same ids in any order
 * (rules.md#what-subscriptions-tell-4).
 */
export function isSameState(one: ObjectState, other: ObjectState): boolean {
  if (one.severity !== other.severity || one.acknowledged !== other.acknowledged) return false
  const ids = new Set(one.causes.map(({ alertId }) => alertId))
  return ids.size === other.causes.length && other.causes.every(({ alertId }) => ids.has(alertId))
}

/** Whether an open alert affects the object. */
export function isHurting({ severity, acknowledged }: ObjectState): boolean {
  return severity !== null && !acknowledged
}
