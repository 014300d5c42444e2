import type { ObjectState } from './notice.js'

/** The state of an object that no alert affects, or only alerts less severe than the `minSeverity` of the subscription. */
export const OVER: ObjectState = { severity: null, acknowledged: false, causes: [] }

/** Whether severity, acknowledgement and the ids of the causes are equal, in any order (rules.md#what-subscriptions-tell-4). */
export function isSameState(one: ObjectState, other: ObjectState): boolean {
  if (one.severity !== other.severity || one.acknowledged !== other.acknowledged) return false
  const ids = new Set(one.causes.map(({ alertId }) => alertId))
  return ids.size === other.causes.length && other.causes.every(({ alertId }) => ids.has(alertId))
}

/** Whether an alert affects the object that nobody has acknowledged. */
export function isHurting({ severity, acknowledged }: ObjectState): boolean {
  return severity !== null && !acknowledged
}
