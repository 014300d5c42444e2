import type { Alert, AlertDraft } from '../alert/alert.js'
import { type Arrival, withHistory } from '../alert/receive.js'
import type { CompiledPolicy } from './compiled-policies.js'
import type { WeightPolicy } from './policy.js'

/**
 * The received alert with the weight of the first policy that matches it, unless its sender gave it one
 * (rules.md#weighing-an-alert). The history tells which policy it was; a duplicate whose weight stays adds nothing to
 * it.
 *
 * @param policies the active ones, in creation order
 */
export function weighAlert(
  alert: Alert,
  draft: AlertDraft,
  { policies, arrival }: { readonly policies: readonly CompiledPolicy<WeightPolicy>[]; readonly arrival: Arrival },
): Alert {
  if (Object.hasOwn(draft.attributes, 'weight')) return alert
  const { policy } = policies.find(({ matches }) => matches(alert)) ?? {}
  if (policy === undefined) return alert
  const { id, name, weight } = policy
  if (alert.repeat && alert.attributes.weight === weight) return alert
  const weighed = { ...alert, attributes: { ...alert.attributes, weight } }
  return withHistory(weighed, 'policy', { ...arrival, actor: id }, `weight ${weight} by the policy ${name}`)
}
