import { type Caller, requireScope } from '../../access/caller.js'
import { fieldChanges } from '../../audit/field-changes.js'
import { timestamp } from '../../timestamp.js'
import { secretWarnings } from '../../webhook/auth/secret-warnings.js'
import { hasPolicies, readWebhookChange } from '../../webhook/read-webhook.js'
import { restartsWait } from '../../webhook/silence.js'
import { replacedSecrets, webhookFacts } from '../../webhook/webhook-facts.js'
import type { WebhookInput } from '../../webhook/webhook-input.js'
import { updateEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { checkApiKeyBinding } from './check-api-key-binding.js'
import { deliveriesOf, knownConfig, type SavedWebhook, shownWebhook } from './shown-webhook.js'
import { WRITES_POLICIES, writeWebhookPolicies } from './webhook-policies.js'
import { waitAnew } from './webhook-silence.js'

/**
 * Changes a webhook. Fields that are left out keep their values. If the body has `policies`, they replace the alert
 * policies of the webhook, and the result has them too. The histories do not change (rules.md#changing-a-webhook;
 * rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `notFound`; `invalid` if a field or the mapping is invalid, with an issue for each fault of the
 *   mapping and of the policies; `forbidden` if the body has policies and the caller may not write policies, or if the
 *   change names an API key of another user and the caller lacks the scope `admin`
 */
export async function updateWebhook(
  dependencies: Dependencies,
  caller: Caller,
  change: { readonly id: string; readonly body: WebhookInput },
): Promise<SavedWebhook> {
  const { id, body } = change
  const { store, clock, newNonce, secretKeys, webhookCache } = dependencies
  if (hasPolicies(body)) requireScope(caller, WRITES_POLICIES)
  const updated = await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const before = await knownConfig(parts, id)
    const tools = { keys: secretKeys, newNonce, now: timestamp(clock()) }
    const { config: after, policies: wanted } = await runWithPauses(readWebhookChange(before, body, tools))
    await checkApiKeyBinding(parts.apiKeys, caller, { before, after })
    await parts.webhooks.save(after)
    if (restartsWait(before, after)) await waitAnew(dependencies, parts, { config: after, actor: caller.user })
    const changes = {
      ...fieldChanges(webhookFacts(before), webhookFacts(after)),
      ...replacedSecrets(before.auth, after.auth, tools),
    }
    const note = { event: 'webhook-config-updated', resourceId: id, text: `webhook ${id} updated` } as const
    await parts.audit.append(...updateEntry(dependencies, caller, { ...note, changes }))
    const policies = wanted && (await writeWebhookPolicies(dependencies, caller, parts, { id, wanted }))
    return { ...shownWebhook(dependencies, after, await deliveriesOf(parts, id)), ...(policies && { policies }) }
  })
  webhookCache.forgetWebhooks()
  return { ...updated, warnings: secretWarnings(body) }
}
