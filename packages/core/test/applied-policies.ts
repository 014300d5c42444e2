import { ALERT_POLICY } from '../src/alert-policy/alert-policy.js'
import { compileAlertPolicies } from '../src/alert-policy/compile-alert-policies.js'
import type { AppliedPolicies } from '../src/alert-policy/run-alert-policies.js'

/**
 * Compiles alert policies from the given bodies, for the alerts of the webhook `hook`. The policies run in the order of
 * the list.
 */
export function appliedPolicies(...bodies: readonly object[]): AppliedPolicies {
  const policies = bodies.map((body, index) => ({
    ...ALERT_POLICY.readNew({ name: `policy ${index}`, description: '', ...body }),
    id: String(index),
    createTime: String(index),
    updateTime: '',
  }))
  return { policies: compileAlertPolicies(policies), webhookId: 'hook' }
}

/** A filter that matches the alerts whose field `key` has this value. */
export function where(key: string, value: string | number): object {
  return { clauses: [{ key, op: '=', value }] }
}
