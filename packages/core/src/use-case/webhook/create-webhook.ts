import type { Caller } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { secretWarnings } from '../../webhook/auth/secret-warnings.js'
import { NO_HISTORIES } from '../../webhook/delivery/history.js'
import { readNewConfig } from '../../webhook/read-config.js'
import { webhookFacts } from '../../webhook/webhook-facts.js'
import type { WebhookInput } from '../../webhook/webhook-input.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { checkApiKeyBinding } from './check-api-key-binding.js'
import { type SavedWebhook, shownWebhook } from './shown-webhook.js'

/**
 * Creates a webhook. By default it is disabled and has no authentication (rules.md#webhook-configuration-2).
 *
 * @throws OpsgraphError `invalid`, naming the field, with issues if the mapping has faults; `forbidden` for another
 *   user's API key; `conflict` for an id in use
 */
export async function createWebhook(
  dependencies: Dependencies,
  caller: Caller,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  const { store, clock, newId, newNonce, secretKeys, knownWebhooks } = dependencies
  const tools = { keys: secretKeys, newNonce, newId, now: timestamp(clock()), user: caller.user }
  const config = readNewConfig(webhook, tools)
  await store.transaction(async (parts) => {
    await checkApiKeyBinding(parts.apiKeys, caller, { before: undefined, after: config })
    if (!(await parts.webhooks.add(config))) {
      throw new OpsgraphError('conflict', `a webhook with the id ${config.id} exists already`)
    }
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-config-created',
        resourceId: config.id,
        text: `webhook ${config.id} created`,
        attributes: keptFields(webhookFacts(config)),
      }),
    )
  })
  knownWebhooks.forgetWebhooks()
  return { ...shownWebhook(dependencies, config, NO_HISTORIES), warnings: secretWarnings(webhook) }
}
