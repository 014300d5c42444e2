import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { webhookFacts } from '../../webhook/webhook-facts.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { knownConfig } from './shown-webhook.js'

/**
 * Deletes a webhook and its histories (rules.md#webhook-configuration-6). Alerts that it has created are kept.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWebhook(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const { store, knownWebhooks } = dependencies
  await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const config = await knownConfig(parts, id)
    await parts.webhooks.delete(id)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-config-deleted',
        resourceId: id,
        text: `webhook ${id} deleted`,
        attributes: keptFields(webhookFacts(config)),
      }),
    )
  })
  knownWebhooks.forgetWebhooks()
}
