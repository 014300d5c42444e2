import type { Caller } from '../../access/caller.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { withPolicyPreset } from '../../alert-policy/policy-preset.js'
import {
  type AlertPolicyInput,
  type AlertPolicyPatch,
  readNewAlertPolicy,
  type SentAlertPolicy,
} from '../../alert-policy/read-alert-policy.js'
import type { RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import {
  type RelationPolicyInput,
  readNewRelationPolicy,
  readNewWeightPolicy,
  type WeightPolicyInput,
} from '../../policy/read-policy.js'
import type { Dependencies } from '../dependencies.js'
import { lockReferenced } from './lock-referenced.js'
import { ALERT_POLICY, RELATION_POLICY, WEIGHT_POLICY } from './policy-kind.js'
import { PolicyWriter } from './policy-writer.js'

/**
 * Creates a weight policy, which sets the weight of matching alerts (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid` if a field is invalid, if the topology of the policy does not exist, or if there are
 *   `LIMITS.policies` weight policies
 */
export async function createWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: WeightPolicyInput,
): Promise<WeightPolicy> {
  const sent = readNewWeightPolicy(policy)
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY)
  return await dependencies.store.transaction(async (parts) => {
    await lockReferenced(parts, 'topologyId', sent.topologyId)
    return await writer.create(parts, (identity) => ({ ...sent, ...identity }))
  })
}

/**
 * Creates a relation policy, which gives the resource of matching alerts a parent (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field, or if there are `LIMITS.policies` relation policies
 */
export async function createRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: RelationPolicyInput,
): Promise<RelationPolicy> {
  const sent = readNewRelationPolicy(policy)
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY)
  return await dependencies.store.transaction((parts) => writer.create(parts, (identity) => ({ ...sent, ...identity })))
}

/**
 * Creates an alert policy, which changes or drops arriving alerts (rules.md#alert-policies).
 *
 * @throws OpsgraphError `invalid` if a field is invalid, if the webhook of the policy does not exist, or if there are
 *   `LIMITS.policies` alert policies
 */
export async function createAlertPolicy(
  dependencies: Dependencies,
  caller: Caller,
  policy: AlertPolicyInput,
): Promise<AlertPolicy> {
  return await addAlertPolicy(dependencies, caller, readNewAlertPolicy(policy))
}

/**
 * Creates an alert policy from a preset (rules.md#alert-policies-9).
 *
 * @param policy fields that replace fields of the preset
 * @throws OpsgraphError `invalid` if the preset is unknown, if a field is invalid, or if the webhook does not exist
 */
export async function createAlertPolicyFromPreset(
  dependencies: Dependencies,
  caller: Caller,
  preset: string,
  policy: AlertPolicyPatch,
): Promise<AlertPolicy> {
  return await addAlertPolicy(dependencies, caller, readNewAlertPolicy(withPolicyPreset(preset, policy)))
}

async function addAlertPolicy(dependencies: Dependencies, caller: Caller, sent: SentAlertPolicy): Promise<AlertPolicy> {
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY)
  return await dependencies.store.transaction(async (parts) => {
    await lockReferenced(parts, 'webhookId', sent.webhookId)
    return await writer.create(parts, (identity) => ({ ...sent, ...identity, updateTime: identity.createTime }))
  })
}
