import { type Caller, requireScope } from '../../access/caller.js'
import type { AlertPolicy } from '../../alert-policy/alert-policy.js'
import { readNewAlertPolicy } from '../../alert-policy/read-alert-policy.js'
import { keptFields } from '../../audit/field-changes.js'
import { OpsgraphError } from '../../opsgraph-error.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp } from '../../timestamp.js'
import { secretWarnings } from '../../webhook/auth/secret-warnings.js'
import { NO_HISTORIES } from '../../webhook/delivery/history.js'
import { findPreset, withPreset } from '../../webhook/preset/find-preset.js'
import { readNewConfig } from '../../webhook/read-config.js'
import type { WebhookConfig } from '../../webhook/webhook-config.js'
import { webhookFacts } from '../../webhook/webhook-facts.js'
import type { WebhookInput } from '../../webhook/webhook-input.js'
import { auditEntry } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { ALERT_POLICY } from '../policy/policy-kind.js'
import { PolicyWriter } from '../policy/policy-writer.js'
import { checkApiKeyBinding } from './check-api-key-binding.js'
import { type SavedWebhook, shownWebhook } from './shown-webhook.js'

/**
 * Creates a webhook. By default it is disabled and has no authentication (rules.md#webhook-configuration-2).
 *
 * @throws OpsgraphError `invalid` if a field or the mapping is invalid, with an issue for each fault of the mapping;
 *   `forbidden` if the configuration names an API key of another user and the caller lacks the scope `admin`;
 *   `conflict` if the id is in use
 */
export async function createWebhook(
  dependencies: Dependencies,
  caller: Caller,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  const { store, knownWebhooks } = dependencies
  const config = newConfig(dependencies, caller, webhook)
  await store.transaction((parts) => addWebhook(dependencies, caller, parts, config))
  knownWebhooks.forgetWebhooks()
  return { ...shownWebhook(dependencies, config, NO_HISTORIES), warnings: secretWarnings(webhook) }
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
): Promise<PresetWebhook> {
  requireScope(caller, 'write:service_topologies')
  const { store, knownWebhooks } = dependencies
  const { policies, ...known } = findPreset(preset)
  const sent = withPreset(known, webhook)
  const config = newConfig(dependencies, caller, sent)
  const writer = new PolicyWriter(dependencies, caller, ALERT_POLICY)
  const created = await store.transaction(async (parts) => {
    await addWebhook(dependencies, caller, parts, config)
    return await writer.createAll(
      parts,
      policies.map((policy) => {
        const read = readNewAlertPolicy({ ...policy, webhookId: config.id })
        return (identity) => ({ ...read, ...identity, updateTime: identity.createTime })
      }),
    )
  })
  knownWebhooks.forgetWebhooks()
  const saved = { ...shownWebhook(dependencies, config, NO_HISTORIES), warnings: secretWarnings(sent) }
  return { webhook: saved, policies: created }
}

/** A webhook that was created from a preset, and the alert policies that were created with the webhook. */
export interface PresetWebhook {
  readonly webhook: SavedWebhook
  readonly policies: readonly AlertPolicy[]
}

function newConfig(dependencies: Dependencies, caller: Caller, webhook: WebhookInput): WebhookConfig {
  const { clock, newId, newNonce, secretKeys } = dependencies
  return readNewConfig(webhook, { keys: secretKeys, newNonce, newId, now: timestamp(clock()), user: caller.user })
}

async function addWebhook(
  dependencies: Dependencies,
  caller: Caller,
  parts: StoreTransaction,
  config: WebhookConfig,
): Promise<void> {
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
}
