import type { Caller } from '../../access/caller.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { BodyReader } from '../../body-reader.js'
import { POLICY_STATUSES, type PolicyStatus } from '../../policy/policy.js'
import { type IdList, readIds } from '../../read-ids.js'
import type { Dependencies } from '../dependencies.js'
import { PolicyEntries } from './policy-entries.js'
import { WEIGHT_POLICY } from './policy-kind.js'
import { knownPolicy } from './read-policy-by-id.js'
import { type PolicyUpdate, updateAlertPolicy } from './update-policy.js'

export interface PolicyStatusChange {
  readonly policies: IdList
  readonly status: PolicyStatus
}

/**
 * Changes the status of several weight policies. Unknown ids are ignored (rules.md#weight-policies).
 *
 * @returns the number of policies that were found
 * @throws OpsgraphError `invalid` if there is no valid id or no valid status
 */
export async function setWeightPolicyStatus(
  dependencies: Dependencies,
  caller: Caller,
  change: PolicyStatusChange,
): Promise<number> {
  const reader = new BodyReader(change)
  reader.refuseOthers(['policies', 'status'])
  const ids = readIds(reader.value('policies'), 'policies')
  const status = readStatus(reader)
  const entries = new PolicyEntries(dependencies, caller, WEIGHT_POLICY)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const policies = await parts.weightPolicies.find(ids)
    if (policies.length > 0) await parts.weightPolicies.save(policies.map((policy) => ({ ...policy, status })))
    await parts.audit.append(...policies.flatMap((policy) => entries.updated(policy, { ...policy, status })))
    return policies.length
  })
}

/**
 * Activates or deactivates an alert policy (rules.md#alert-policies).
 *
 * @throws OpsgraphError `notFound`; `invalid` for an unknown status
 */
export async function setAlertPolicyStatus(
  dependencies: Dependencies,
  caller: Caller,
  { id, body }: PolicyUpdate<Pick<AlertPolicy, 'status'>>,
): Promise<AlertPolicy> {
  await knownPolicy(dependencies.store.alertPolicies, id)
  const reader = new BodyReader(body)
  reader.refuseOthers(['status'])
  return await updateAlertPolicy(dependencies, caller, { id, body: { status: readStatus(reader) } })
}

function readStatus(reader: BodyReader): PolicyStatus {
  const status = reader.choice('status', POLICY_STATUSES)
  if (status === undefined) throw reader.fault('status', `must be one of ${POLICY_STATUSES.join(', ')}`)
  return status
}
