import { matchesEverything } from '../filter/filter.js'
import type { AlertPolicy } from './alert-policy.js'

/** An alert policy that was written, and what the caller may not have meant; `warnings` is absent if there is nothing. */
export interface WrittenAlertPolicy extends AlertPolicy {
  readonly warnings?: readonly string[]
}

/** Adds a warning if the policy is active and drops every alert (rules.md#alert-policies-10). */
export function withWarnings(policy: AlertPolicy): WrittenAlertPolicy {
  const { status, filters, actions, webhookId } = policy
  const drops = actions.some((action) => 'drop' in action)
  if (status !== 'active' || !drops || !matchesEverything(filters)) return policy
  const dropped = webhookId === null ? 'every alert of this installation' : `every alert of the webhook ${webhookId}`
  return { ...policy, warnings: [`the filters have no clause, so the policy drops ${dropped}`] }
}
