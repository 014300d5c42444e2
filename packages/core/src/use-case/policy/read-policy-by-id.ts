import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { notFound } from '../../opsgraph-error.js'
import type { Policy, RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import type { PolicyStore } from '../../port/policy-store.js'
import type { Dependencies } from '../dependencies.js'

/**
 * Reads one weight policy (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readWeightPolicyById({ store }: Dependencies, id: string): Promise<WeightPolicy> {
  return await knownPolicy(store.weightPolicies, id)
}

/**
 * Reads one relation policy (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readRelationPolicyById({ store }: Dependencies, id: string): Promise<RelationPolicy> {
  return await knownPolicy(store.relationPolicies, id)
}

/**
 * Reads one alert policy (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertPolicyById({ store }: Dependencies, id: string): Promise<AlertPolicy> {
  return await knownPolicy(store.alertPolicies, id)
}

/**
 * Reads a policy. May also be called inside a transaction.
 *
 * @throws OpsgraphError `notFound`
 */
export async function knownPolicy<Kind extends Policy>(policies: PolicyStore<Kind, never>, id: string): Promise<Kind> {
  const policy = await policies.read(id)
  if (policy === undefined) throw notFound('policy')
  return policy
}
