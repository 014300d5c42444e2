import type { ObjectState } from './notice.js'

/** The only state of an object that does not pass the `minSeverity` of a subscription. */
export const OVER: ObjectState = { severity: null, acknowledged: false, causes: [] }

/**
 * Whether two states are equal: the severity, whether it is acknowledged, and the ids of the causes
 * (rules.md#what-subscriptions-tell-4).
 */
export function isSameState(one: ObjectState, other: ObjectState): boolean {
  if (one.severity !== other.severity || one.acknowledged !== other.acknowledged) return false
  const ids = new Set(one.causes.map(({ alertId }) => alertId))
  return ids.size === other.causes.length && other.causes.every(({ alertId }) => ids.has(alertId))
}

/** Whether something hurts the object that nobody has acknowledged. */
export function isHurting({ severity, acknowledged }: ObjectState): boolean {
  return severity !== null && !acknowledged
}
