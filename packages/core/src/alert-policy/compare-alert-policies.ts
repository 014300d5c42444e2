import { compareCreation } from '../compare-creation.js'
import type { AlertPolicy } from './alert-policy.js'

type Ordered = Pick<AlertPolicy, 'order' | 'createTime' | 'id'>

/** Compares by `order`, then createTime, then id: the order in which alert policies run (rules.md#alert-policies). */
export function compareAlertPolicies(left: Ordered, right: Ordered): number {
  return left.order - right.order || compareCreation(left, right)
}
