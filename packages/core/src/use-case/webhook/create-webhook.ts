import { type Caller, requireScope } from '../../access/caller.js'
import { keptFields } from '../../audit/field-changes.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import { timestamp } from '../../timestamp.js'
import { secretWarnings } from '../../webhook/auth/secret-warnings.js'
import { findPreset, withPreset } from '../../webhook/preset/find-preset.js'
import { hasPolicies, readNewInSteps } from '../../webhook/read-webhook.js'
import { restartsWait } from '../../webhook/silence.js'
import { webhookFacts } from '../../webhook/webhook-facts.js'
import type { WebhookInput } from '../../webhook/webhook-input.js'
import { auditEntry } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { checkApiKeyBinding } from './check-api-key-binding.js'
import { NO_DELIVERIES, type SavedWebhook, shownWebhook } from './shown-webhook.js'
import { WRITES_POLICIES, writeWebhookPolicies } from './webhook-policies.js'

/**
 * Creates a webhook, and its alert policies if the body has `policies`. By default it is disabled and has no
 * authentication (rules.md#webhook-configuration-2; rules.md#policies-of-a-webhook). The result has `policies` if the
 * body has them.
 *
 * @throws OpsgraphError `invalid` if a field or the mapping is invalid, with an issue for each fault of the mapping and
 *   of the policies; `forbidden` if the body has policies and the caller may not write policies, or if the configuration
 *   names an API key of another user and the caller lacks the scope `admin`; `conflict` if the id is in use
 */
export async function createWebhook(
  dependencies: Dependencies,
  caller: Caller,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  if (hasPolicies(webhook)) requireScope(caller, WRITES_POLICIES)
  const { store, webhookCache, clock, newId, newNonce, secretKeys } = dependencies
  const tools = { keys: secretKeys, newNonce, newId, now: timestamp(clock()), user: caller.user }
  const { config, policies: wanted } = await runWithPauses(readNewInSteps(webhook, tools))
  const policies = await store.transaction(async (parts) => {
    await checkApiKeyBinding(parts.apiKeys, caller, { before: undefined, after: config })
    if (!(await parts.webhooks.add(config))) {
      throw new OpsgraphError('conflict', `a webhook with the id ${config.id} exists already: send another id`)
    }
    if (restartsWait(undefined, config)) await parts.webhooks.waitFrom(config.id, config.createTime)
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'webhook-config-created',
        resourceId: config.id,
        text: `webhook ${config.id} created`,
        attributes: keptFields(webhookFacts(config)),
      }),
    )
    return wanted && (await writeWebhookPolicies(dependencies, caller, parts, { id: config.id, wanted }))
  })
  webhookCache.forgetWebhooks()
  const warnings = secretWarnings(webhook)
  return { ...shownWebhook(dependencies, config, NO_DELIVERIES), ...(policies && { policies }), warnings }
}

/**
 * Creates a webhook from a preset, with the alert policies of the preset (rules.md#presets-2). The caller must also
 * hold the scope `write:service_topologies`, because policies need it.
 *
 * @param preset the id of the preset
 * @param webhook fields that replace fields of the preset. Most presets also need the field `authSecret` for the
 *   authentication
 * @throws OpsgraphError `invalid` if the preset is unknown or a field is invalid; `forbidden` if the caller lacks a
 *   scope; `conflict` if the id is in use
 */
export async function createWebhookFromPreset(
  dependencies: Dependencies,
  caller: Caller,
  preset: string,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  requireScope(caller, WRITES_POLICIES)
  return await createWebhook(dependencies, caller, withPreset(findPreset(preset), webhook))
}
