import type { Caller } from '../../access/caller.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { type AlertPolicyPatch, readAlertPolicy } from '../../alert-policy/read-alert-policy.js'
import { BodyReader } from '../../body-reader.js'
import type { RelationPolicy, WeightPolicy } from '../../policy/policy.js'
import {
  type RelationPolicyPatch,
  readRelationPolicy,
  readWeightPolicy,
  type WeightPolicyPatch,
} from '../../policy/read-policy.js'
import { timestamp, timestampAfter } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'
import { lockReferenced } from './lock-referenced.js'
import { ALERT_POLICY, RELATION_POLICY, WEIGHT_POLICY } from './policy-kind.js'
import { PolicyWriter } from './policy-writer.js'
import { knownPolicy } from './read-policy-by-id.js'

export interface PolicyUpdate<Patch> {
  readonly id: string
  readonly body: Patch
}

/**
 * Changes a weight policy. Fields that are left out stay unchanged (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` if a field is invalid, or if the topology of the policy does not exist
 */
export async function updateWeightPolicy(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyUpdate<WeightPolicyPatch>,
): Promise<WeightPolicy> {
  const { id, body } = change
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY)
  return await dependencies.store.transaction(async (parts) => {
    await knownPolicy(parts.weightPolicies, id)
    await lockReferenced(parts, 'topologyId', new BodyReader(body).reference('topologyId') ?? null)
    return await writer.update(parts, id, (before) => readWeightPolicy(before, body))
  })
}

/**
 * Changes a relation policy. Fields that are left out stay unchanged (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid`, naming the field
 */
export async function updateRelationPolicy(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyUpdate<RelationPolicyPatch>,
): Promise<RelationPolicy> {
  const { id, body } = change
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY)
  return await dependencies.store.transaction((parts) =>
    writer.update(parts, id, (before) => readRelationPolicy(before, body)),
  )
}

/**
 * Changes an alert policy. Fields that are left out stay unchanged (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` if a field is invalid, or if the webhook of the policy does not exist
 */
export async function updateAlertPolicy(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyUpdate<AlertPolicyPatch>,
): Promise<AlertPolicy> {
  const { id, body } = change
  const { store, clock } = dependencies
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY)
  return await store.transaction(async (parts) => {
    await knownPolicy(parts.alertPolicies, id)
    await lockReferenced(parts, 'webhookId', new BodyReader(body).reference('webhookId') ?? null)
    return await writer.update(parts, id, (before) => ({
      ...readAlertPolicy(before, body),
      updateTime: timestampAfter(before.updateTime, timestamp(clock())),
    }))
  })
}
