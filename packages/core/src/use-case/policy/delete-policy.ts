import type { Caller } from '../../access/caller.js'
import { type IdList, readIds } from '../../read-ids.js'
import type { Dependencies } from '../dependencies.js'
import { PolicyEntries, RELATION_POLICY, WEIGHT_POLICY } from './policy-entries.js'
import { knownPolicy } from './read-policy-by-id.js'

/**
 * Deletes a weight policy. Alerts keep the weights that it has set (rules.md#weight-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWeightPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policy = await knownPolicy(parts.weightPolicies, id)
    await parts.weightPolicies.delete([id])
    await parts.audit.append(new PolicyEntries(dependencies, caller, WEIGHT_POLICY).deleted(policy))
  })
}

/**
 * Deletes a relation policy. The relations that it has created are kept (rules.md#relation-policies).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelationPolicy(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policy = await knownPolicy(parts.relationPolicies, id)
    await parts.relationPolicies.delete([id])
    await parts.audit.append(new PolicyEntries(dependencies, caller, RELATION_POLICY).deleted(policy))
  })
}

/**
 * Deletes several weight policies. Unknown ids are ignored (rules.md#weight-policies).
 *
 * @returns the number deleted
 * @throws OpsgraphError `invalid` if there is no valid id
 */
export async function deleteWeightPolicies({ store }: Dependencies, policies: IdList): Promise<number> {
  const ids = readIds(policies, 'policies')
  return await store.transaction(async (parts) => {
    await parts.lock('policies')
    return await parts.weightPolicies.delete(ids)
  })
}
