import { isExpired } from '../../access/api-key.js'
import { type Caller, requireScope } from '../../access/caller.js'
import { grantsScope } from '../../access/scope.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, OpsgraphError } from '../../opsgraph-error.js'
import { type ListRequest, normalizeBooleanText, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { ApiKeyStore } from '../../port/api-key-store.js'
import { timestamp } from '../../timestamp.js'
import { findPreset, withPreset } from '../../webhook/preset/find-preset.js'
import { hasPolicies, readNewInSteps, readWebhookChange } from '../../webhook/read-webhook.js'
import { replacedSecrets, showConfig, staleSecrets, webhookFacts } from '../../webhook/show-config.js'
import { restartsWait } from '../../webhook/silence.js'
import {
  type FieldNotInLists,
  newlyBoundKey,
  type WebhookConfig,
  type WebhookFields,
  type WebhookInput,
} from '../../webhook/webhook-config.js'
import { webhookWarnings } from '../../webhook/webhook-warnings.js'
import { type Audited, createAuditEntries } from '../audit/audit.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { ALERT_POLICY_KIND } from '../policy/policy-writer.js'
import {
  NO_DELIVERIES,
  readDeliveries,
  requireConfig,
  type SavedWebhook,
  type ShownWebhook,
  showWebhook,
  type WithOptionalPolicies,
} from './show-webhook.js'
import {
  POLICY_WRITE_SCOPE,
  type PolicyInclusion,
  readPoliciesOfWebhooks,
  requirePolicyScope,
  writeWebhookPolicies,
} from './webhook-policies.js'
import { restartSilenceWait } from './webhook-silence.js'

const AUDITED: Audited<WebhookConfig> = {
  family: 'webhook-config',
  idOf: ({ id }) => id,
  textOf: ({ id }, action) => `webhook ${id} ${action}`,
  factsOf: webhookFacts,
}

/** A webhook in a list: without its mapping, and with a summary of its histories. */
type WebhookSummary = Omit<WebhookFields, FieldNotInLists> & WithOptionalPolicies

/**
 * A page of webhooks. `staleSecrets` has the ids of the webhooks on all pages whose stored secret can no longer be
 * used.
 */
export interface WebhookList extends PagedList<WebhookSummary> {
  readonly staleSecrets: readonly string[]
}

/**
 * Lists webhooks without their mappings (rules.md#webhook-configuration-3), and with their alert policies if the
 * request asks for them (rules.md#policies-of-a-webhook-4).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value;
 *   `forbidden` if policies are asked for and the caller may not read them
 */
export async function listWebhooks(
  { store, secretKeys }: Dependencies,
  caller: Caller,
  request: ListRequest<ListFilter<'webhooks'>> & PolicyInclusion,
): Promise<WebhookList> {
  requirePolicyScope(caller, request)
  const { filters, ...page } = readListQuery('webhooks', request)
  const { enabled, ...others } = filters
  const query = {
    ...page,
    filters: enabled === undefined ? others : { ...others, enabled: enabled.map(normalizeBooleanText) },
  }
  return await store.snapshot(async (parts) => {
    const { items, total } = await parts.webhooks.list(query)
    const ids = items.map(({ config }) => config.id)
    const silent = await parts.webhooks.silentSince(ids)
    const policies = request.policies === true ? await readPoliciesOfWebhooks(parts, ids) : undefined
    const summaries = items.map(({ config, histories }): WebhookSummary => {
      const { fieldMappings, defaultValues, arrayPath, deduplication, ...named } = showConfig(config, secretKeys)
      const { payloadFormat, base64Fields, jsonFields, testPayloads, timezone, ...shown } = named
      const silentSince = silent.get(config.id) ?? null
      return { ...shown, ...histories, silentSince, ...(policies && { policies: policies.get(config.id) ?? [] }) }
    })
    const stale = staleSecrets(await parts.webhooks.all(), secretKeys).toSorted()
    return { ...pageOf(query, { items: summaries, total }), staleSecrets: stale }
  })
}

/**
 * Reads a webhook with its histories (rules.md#webhook-configuration-5), and with its alert policies if `detail` asks
 * for them (rules.md#policies-of-a-webhook-4).
 *
 * @throws OpsgraphError `notFound`; `forbidden` if policies are asked for and the caller may not read them
 */
export async function readWebhook(
  dependencies: Dependencies,
  caller: Caller,
  id: string,
  detail: PolicyInclusion = {},
): Promise<ShownWebhook> {
  requirePolicyScope(caller, detail)
  return await dependencies.store.snapshot(async (parts) => {
    const webhook = showWebhook(dependencies, await requireConfig(parts, id), await readDeliveries(parts, id))
    if (detail.policies !== true) return webhook
    return { ...webhook, policies: (await readPoliciesOfWebhooks(parts, [id])).get(id) ?? [] }
  })
}

/**
 * Creates a webhook, and its alert policies if the body has `policies`; the result then has them too. By default, the
 * webhook is disabled and has no authentication (rules.md#webhook-configuration-2; rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `invalid` with all faults of the configuration and of the policies; `forbidden` if the body has
 *   policies and the caller may not write policies, or if the configuration names an API key of another user and the
 *   caller lacks the scope `admin`; `conflict` if the id is in use
 */
export async function createWebhook(
  dependencies: Dependencies,
  caller: Caller,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  if (hasPolicies(webhook)) requireScope(caller, POLICY_WRITE_SCOPE)
  const { store, webhookCache, clock, newId, newNonce, secretKeys } = dependencies
  const tools = { keys: secretKeys, newNonce, newId, now: timestamp(clock()), user: caller.user }
  const { config, policies: wanted } = await runWithPauses(readNewInSteps(webhook, tools))
  const policies = await store.transaction(async (parts) => {
    await checkApiKeyBinding(parts.apiKeys, caller, { before: undefined, after: config })
    if (!(await parts.webhooks.add(config))) {
      throw new OpsgraphError('conflict', `a webhook with the id ${config.id} exists already: send another id`)
    }
    if (restartsWait(undefined, config)) await parts.webhooks.waitFrom(config.id, config.createTime)
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).created(config))
    return wanted && (await writeWebhookPolicies(dependencies, caller, parts, { id: config.id, wanted }))
  })
  webhookCache.forgetWebhooks()
  const warnings = webhookWarnings(webhook, config.defaultValues, wanted)
  return { ...showWebhook(dependencies, config, NO_DELIVERIES), ...(policies && { policies }), warnings }
}

/**
 * Creates a webhook with its alert policies from a preset (rules.md#presets-2). The caller must also hold the scope
 * `write:service_topologies`, because policies need it.
 *
 * @param preset the id of the preset
 * @param webhook fields that replace fields of the preset. Most presets also need the field `authSecret`
 * @throws OpsgraphError `invalid` if the preset is unknown, or with all faults; `forbidden` if the caller lacks a
 *   scope; `conflict` if the id is in use
 */
export async function createWebhookFromPreset(
  dependencies: Dependencies,
  caller: Caller,
  preset: string,
  webhook: WebhookInput,
): Promise<SavedWebhook> {
  requireScope(caller, POLICY_WRITE_SCOPE)
  return await createWebhook(dependencies, caller, withPreset(findPreset(preset), webhook))
}

/**
 * Changes a webhook. Fields that are left out keep their values. If the body has `policies`, they replace the alert
 * policies of the webhook, and the result has them too. The histories do not change (rules.md#changing-a-webhook;
 * rules.md#policies-of-a-webhook).
 *
 * @throws OpsgraphError `notFound`; `invalid` with all faults of the configuration and of the policies; `forbidden` if
 *   the body has policies and the caller may not write policies, or if the change names an API key of another user and
 *   the caller lacks the scope `admin`
 */
export async function updateWebhook(
  dependencies: Dependencies,
  caller: Caller,
  change: { readonly id: string; readonly body: WebhookInput },
): Promise<SavedWebhook> {
  const { id, body } = change
  const { store, clock, newNonce, secretKeys, webhookCache } = dependencies
  if (hasPolicies(body)) requireScope(caller, POLICY_WRITE_SCOPE)
  const updated = await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const before = await requireConfig(parts, id)
    const tools = { keys: secretKeys, newNonce, now: timestamp(clock()) }
    const { config: after, policies: wanted } = await runWithPauses(readWebhookChange(before, body, tools))
    await checkApiKeyBinding(parts.apiKeys, caller, { before, after })
    await parts.webhooks.save(after)
    if (restartsWait(before, after))
      await restartSilenceWait(dependencies, parts, { config: after, actor: caller.user })
    const secrets = replacedSecrets(before.auth, after.auth, tools)
    await parts.audit.append(...createAuditEntries(dependencies, caller, AUDITED).updated(before, after, secrets))
    const policies = wanted && (await writeWebhookPolicies(dependencies, caller, parts, { id, wanted }))
    const warnings = webhookWarnings(body, after.defaultValues, wanted)
    const shown = showWebhook(dependencies, after, await readDeliveries(parts, id))
    return { ...shown, ...(policies && { policies }), warnings }
  })
  webhookCache.forgetWebhooks()
  return updated
}

/**
 * Deletes a webhook, its histories and its alert policies (rules.md#webhook-configuration-6). The alerts that it has
 * created remain.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteWebhook(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  const { store, webhookCache } = dependencies
  await store.transaction(async (parts) => {
    await parts.lock('webhooks')
    const config = await requireConfig(parts, id)
    const ending = { config, actor: caller.user, text: `webhook ${config.name} was deleted` }
    await restartSilenceWait(dependencies, parts, ending)
    await parts.webhooks.delete(id)
    await parts.lock('policies')
    const policies = await parts.alertPolicies.ofWebhooks([id])
    if (policies.length > 0) await parts.alertPolicies.delete(policies.map((policy) => policy.id))
    const entries = createAuditEntries(dependencies, caller, ALERT_POLICY_KIND)
    await parts.audit.append(
      createAuditEntries(dependencies, caller, AUDITED).deleted(config),
      ...policies.map((policy) => entries.deleted(policy)),
    )
  })
  webhookCache.forgetWebhooks()
}

interface KeyBinding {
  /** The previous configuration; `undefined` = the webhook is new. */
  readonly before: WebhookConfig | undefined
  /** The new configuration. Its `updateTime` must be the current time, by which the key must not have expired. */
  readonly after: WebhookConfig
}

/**
 * Checks the API key that a configuration names, if the key differs from the key of the previous configuration
 * (rules.md#bound-api-keys).
 *
 * @throws OpsgraphError `invalid` for a key that does not exist, has expired or lacks the scope `write:alerts`;
 *   `forbidden` if the key belongs to another user and the caller lacks the scope `admin`
 */
async function checkApiKeyBinding(apiKeys: ApiKeyStore, caller: Caller, { before, after }: KeyBinding): Promise<void> {
  const id = newlyBoundKey(before, after)
  if (id === undefined) return
  const key = await apiKeys.read(id)
  if (key === undefined) throw invalid('apiKeyId: there is no such API key')
  if (key.user !== caller.user && !grantsScope(caller.scopes, 'admin')) {
    throw new OpsgraphError('forbidden', 'apiKeyId: without the scope admin you can bind only keys that you own')
  }
  if (isExpired(key, after.updateTime)) throw invalid('apiKeyId: the API key has expired')
  if (!grantsScope(key.scopes, 'write:alerts')) throw invalid('apiKeyId: the API key lacks write:alerts')
}
