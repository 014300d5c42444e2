import type { Alert, AlertDraft } from '../alert/alert.js'
import { type Arrival, withHistory } from '../alert/alert-history.js'
import type { WorkMeter } from '../work-meter.js'
import type { CompiledPolicies } from './compiled-policies.js'
import type { WeightPolicy } from './policy.js'

/**
 * Sets the weight of a received alert to the weight of the first matching policy, and adds a history entry with the
 * name of this policy (rules.md#weighing-an-alert). A duplicate whose weight does not change gets no history entry. If
 * the sender set a weight, or if no policy matches, the function returns the alert unchanged. Yields for pauses.
 *
 * @param policies the active policies, in creation order
 */
export function* weighAlert(
  alert: Alert,
  draft: AlertDraft,
  {
    policies,
    arrival,
    meter,
  }: {
    readonly policies: CompiledPolicies<WeightPolicy>
    readonly arrival: Arrival
    readonly meter: WorkMeter
  },
): Generator<undefined, Alert> {
  if (Object.hasOwn(draft.attributes, 'weight')) return alert
  const policy = yield* policies.first(alert, meter)
  if (policy === undefined) return alert
  const { id, name, weight } = policy
  const isWeighed = alert.attributes.weight === weight
  if (alert.repeat && isWeighed) return alert
  const weighed = isWeighed ? alert : { ...alert, attributes: { ...alert.attributes, weight } }
  return withHistory(weighed, 'policy', { ...arrival, actor: id }, `weight ${weight} by the policy ${name}`)
}
