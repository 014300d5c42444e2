import type { Caller } from '../../access/caller.js'
import { type IdList, readIds } from '../../read-ids.js'
import type { Dependencies } from '../dependencies.js'
import { ALERT_POLICY, RELATION_POLICY, WEIGHT_POLICY } from './policy-kind.js'
import { PolicyWriter } from './policy-writer.js'

/**
 * Deletes a weight policy. Alerts keep the weights that the policy has set (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWeightPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, WEIGHT_POLICY)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes a relation policy. The relations that the policy has created are kept (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelationPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, RELATION_POLICY)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes an alert policy. The alerts that the policy has changed stay as they are (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteAlertPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY)
  await dependencies.store.transaction((parts) => writer.delete(parts, id))
}

/**
 * Deletes several weight policies. Unknown ids are ignored (rules.md#weight-policies).
 *
 * @returns the number of deleted policies
 * @throws OpsgraphError `invalid` if there is no valid id
 */
export async function deleteWeightPolicies({ store }: Dependencies, policies: IdList): Promise<number> {
  const ids = readIds(policies, 'policies')
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    return await parts.weightPolicies.delete(ids)
  })
}
