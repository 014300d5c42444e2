import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { webhookFacts } from '../../webhook/webhook-facts.js'
import { auditEntry, entriesOf } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { ALERT_POLICIES } from '../policy/policy-writer.js'
import { knownConfig } from './shown-webhook.js'
import { waitAnew } from './webhook-silence.js'

/**
 * Deletes a webhook, its histories and its alert policies (rules.md#webhook-configuration-6). Alerts that the webhook
 * has created are kept.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWebhook(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const { store, webhookCache } = dependencies
  await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const config = await knownConfig(parts, id)
    const ending = { config, actor: caller.user, text: `webhook ${config.name} was deleted` }
    await waitAnew(dependencies, parts, ending)
    await parts.webhooks.delete(id)
    await parts.lock('policies')
    const policies = await parts.alertPolicies.ofWebhooks([id])
    if (policies.length > 0) await parts.alertPolicies.delete(policies.map((policy) => policy.id))
    const entries = entriesOf(dependencies, caller, ALERT_POLICIES)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-config-deleted',
        resourceId: id,
        text: `webhook ${id} deleted`,
        attributes: keptFields(webhookFacts(config)),
      }),
      ...policies.map((policy) => entries.deleted(policy)),
    )
  })
  webhookCache.forgetWebhooks()
}
