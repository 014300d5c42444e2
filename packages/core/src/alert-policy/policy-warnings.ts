import { matchesEverything } from '../filter/filter.js'
import type { AlertPolicy } from './alert-policy.js'

/** What the author of a policy may not have meant: the policy is active and drops every alert (rules.md#alert-policies-10). */
export function policyWarnings({ status, filters, actions, webhookId }: AlertPolicy): readonly string[] {
  const drops = actions.some((action) => 'drop' in action)
  if (status !== 'active' || !drops || !matchesEverything(filters)) return []
  const dropped = webhookId === null ? 'every alert of this installation' : `every alert of the webhook ${webhookId}`
  return [`the filters have no clause, so the policy drops ${dropped}`]
}
