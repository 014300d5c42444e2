import { type Caller, requireScope } from '../../access/caller.js'
import { type AlertPolicy, compareAlertPolicies } from '../../alert-policy/alert-policy.js'
import { groupBy } from '../../group-by.js'
import type { StoreParts, StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { planWebhookPolicies } from '../../webhook/plan-webhook-policies.js'
import type { WebhookPolicy } from '../../webhook/read-webhook.js'
import { createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { ALERT_POLICY_KIND, type PolicyIdentity, PolicyWriter } from '../policy/policy-writer.js'

/** The scope that a caller also needs to send policies with a webhook. */
export const POLICY_WRITE_SCOPE = 'write:service_topologies'

/** Says whether an answer about webhooks contains their alert policies. */
export interface PolicyInclusion {
  /**
   * Whether the answer contains the alert policies of the webhooks; default: false. If true, the caller also needs the
   * scope `read:service_topologies`.
   */
  readonly policies?: boolean | undefined
}

/** @throws OpsgraphError `forbidden` if the request asks for policies and the caller may not read them */
export function requirePolicyScope(caller: Caller, { policies = false }: PolicyInclusion): void {
  if (policies) requireScope(caller, 'read:service_topologies')
}

/** Reads the alert policies of some webhooks, each list in the order in which the policies run. */
export async function readPoliciesOfWebhooks(
  { alertPolicies }: StoreParts,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, readonly AlertPolicy[]>> {
  return groupBy([...(await alertPolicies.ofWebhooks(ids))].sort(compareAlertPolicies), ({ webhookId }) => webhookId)
}

interface WantedPolicies {
  /** The id of the webhook. */
  readonly id: string
  readonly wanted: readonly WebhookPolicy[]
}

/**
 * Makes the alert policies of a webhook exactly the wanted ones, in the transaction that writes the webhook
 * (rules.md#policies-of-a-webhook). The number of statements does not depend on the number of policies.
 *
 * @returns the policies of the webhook, in the order in which they run
 */
export async function writeWebhookPolicies(
  dependencies: Dependencies,
  caller: Caller,
  parts: StoreTransaction,
  { id, wanted }: WantedPolicies,
): Promise<readonly AlertPolicy[]> {
  await parts.lock('policies')
  const stored = await parts.alertPolicies.ofWebhooks([id])
  const plan = planWebhookPolicies(wanted, stored, timestamp(dependencies.clock()))
  const { updated, deleted, unchanged } = plan
  const entries = createAuditEntries(dependencies, caller, ALERT_POLICY_KIND)
  if (deleted.length > 0) await parts.alertPolicies.delete(deleted.map((policy) => policy.id))
  if (updated.length > 0) await parts.alertPolicies.save(updated.map(({ after }) => after))
  await parts.audit.append(
    ...deleted.map((policy) => entries.deleted(policy)),
    ...updated.flatMap(({ before, after }) => entries.updated(before, after)),
  )
  const builds = plan.created.map((policy) => (identity: PolicyIdentity) => {
    return { ...policy, ...identity, updateTime: identity.createTime }
  })
  const created = await new PolicyWriter(dependencies, caller, ALERT_POLICY_KIND).createAll(parts, builds)
  return [...unchanged, ...updated.map(({ after }) => after), ...created].sort(compareAlertPolicies)
}
