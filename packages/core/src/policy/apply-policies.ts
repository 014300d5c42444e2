import type { Alert, AlertDraft } from '../alert/alert.js'
import { type ChangeContext, withHistory } from '../alert/alert-history.js'
import { isRest, type WorkMeter } from '../work-meter.js'
import { type CompiledPolicy, STEPS_PER_POLICY } from './compile-policies.js'
import type { RelationPolicy, WeightPolicy } from './policy.js'

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
    readonly policies: readonly CompiledPolicy<WeightPolicy>[]
    readonly arrival: ChangeContext
    readonly meter: WorkMeter
  },
): Generator<undefined, Alert> {
  if (Object.hasOwn(draft.attributes, 'weight')) return alert
  const policy = yield* findFirstMatch(policies, alert, meter)
  if (policy === undefined) return alert
  const { id, name, weight } = policy
  const isWeighed = alert.attributes.weight === weight
  if (alert.repeat && isWeighed) return alert
  const weighed = isWeighed ? alert : { ...alert, attributes: { ...alert.attributes, weight } }
  return withHistory(weighed, 'policy', { ...arrival, actor: id }, `weight ${weight} by the policy ${name}`)
}

/** Returns the first policy that matches an alert. Yields for pauses. */
function* findFirstMatch(
  policies: readonly CompiledPolicy<WeightPolicy>[],
  alert: Alert,
  meter: WorkMeter,
): Generator<undefined, WeightPolicy | undefined> {
  for (const { policy, test } of policies) {
    if (meter.spend(STEPS_PER_POLICY)) yield
    const matches = test(alert, meter)
    if (isRest(matches) ? yield* matches : matches) return policy
  }
  return undefined
}

/** A relation that a policy creates. */
interface PolicyRelation extends Pick<Alert, 'environment' | 'resource'> {
  readonly parent: string
  readonly source: 'policy'
  /** The id of the policy. */
  readonly sourceRef: string
}

/**
 * The relations that policies create for a received alert (rules.md#relation-policies). A policy whose parent is the
 * resource of the alert creates no relation. Yields for pauses.
 */
export function* relationsFromPolicies(
  alert: Alert,
  policies: readonly CompiledPolicy<RelationPolicy>[],
  meter: WorkMeter,
): Generator<undefined, readonly PolicyRelation[]> {
  const { environment, resource } = alert
  const relations: PolicyRelation[] = []
  for (const { policy, test } of policies) {
    if (meter.spend(STEPS_PER_POLICY)) yield
    const matches = test(alert, meter)
    if (!(isRest(matches) ? yield* matches : matches) || policy.parent === resource) continue
    relations.push({ environment, resource, parent: policy.parent, source: 'policy', sourceRef: policy.id })
  }
  return relations
}
