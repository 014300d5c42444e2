import { isObject, ownValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { bodyError, bodyIssue, Faults } from '../schema/body-error.js'
import { readFieldsOrAddFaults } from '../schema/read-body.js'
import type { SecretTools } from '../secret/secret.js'
import { mergeAuth } from './auth/merge-auth.js'
import { missingFields } from './mapping/check-coverage.js'
import type { MappingIssue } from './mapping/mapping-reader.js'
import { readMapping } from './mapping/read-mapping.js'
import { isAuthField, WEBHOOK, type WebhookConfig } from './webhook-config.js'

/** What is needed to change a webhook: the secret keys, random bytes and the current time. */
export interface ConfigTools extends SecretTools {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
}

/** What is needed to create a webhook: {@link ConfigTools}, an id and the user. */
export interface NewConfigTools extends ConfigTools {
  readonly newId: () => string
  /** The user of the caller. */
  readonly user: string
}

/**
 * Reads a new configuration (rules.md#webhook-configuration-2). By default, the webhook is disabled, needs no
 * authentication and gets a generated id. The body is merged into an empty configuration, so that the same rules apply
 * to creating and changing a webhook.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readNewConfig(body: unknown, { newId, user, ...tools }: NewConfigTools): WebhookConfig {
  const id = chooseId(body, newId)
  const { name: _, authMode: __, authSecretPreviousExpires: ___, ...defaults } = WEBHOOK.readNew({})
  const times = { createTime: tools.now, updateTime: tools.now }
  return mergeConfig({ id, name: id, createdBy: user, ...defaults, auth: { mode: 'none' }, ...times }, body, tools)
}

/**
 * Merges a body into a stored configuration (rules.md#changing-a-webhook). Fields that the body does not contain do not
 * change. `fieldMappings` and `defaultValues` are replaced as a whole. The merged configuration must satisfy all rules.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function mergeConfig(stored: WebhookConfig, body: unknown, tools: ConfigTools): WebhookConfig {
  const faults = new Faults()
  const { read: sent, faulty } = readFieldsOrAddFaults(WEBHOOK.readChanges, body, faults)
  if (sent.id !== undefined && sent.id !== stored.id) faults.add('id', 'cannot be changed')
  const settings = Object.entries(sent).filter(([name]) => !isAuthField(name) && name !== 'policies')
  // If an authentication field is faulty, the others are not merged: they could be refused only because the faulty
  // field counts as missing.
  const auth = [...faulty].some(isAuthField) ? undefined : faults.of(() => mergeAuth(stored.auth, sent, tools))
  const merged: WebhookConfig = {
    ...stored,
    ...Object.fromEntries(settings),
    name: sent.name || stored.name,
    auth: auth ?? stored.auth,
    updateTime: tools.now,
  }
  if (auth !== undefined) refuseUnsignedFormat(merged, faults)
  const read = readMapping(merged)
  const mapping = 'issues' in read ? read.issues : []
  const isComplete = mapping.length > 0 || COVERAGE_FIELDS.some((field) => faulty.has(field)) || !merged.enabled
  const uncovered = isComplete ? [] : missingFields(merged.fieldMappings, merged.defaultValues)
  if (faults.list.length + mapping.length + uncovered.length > 0) throw configError(faults, mapping, uncovered)
  return merged
}

/** The fields that decide whether each required field of alerts has a source. */
const COVERAGE_FIELDS: readonly (keyof WebhookConfig)[] = ['fieldMappings', 'defaultValues', 'enabled']

/** The id of a new webhook: the id in the body, or else a generated id. */
export function chooseId(body: unknown, newId: () => string): string {
  const sent = isObject(body) ? ownValue(body, 'id') : undefined
  return typeof sent === 'string' ? sent : newId()
}

/** Refuses signatures for payloads in the query: a signature covers only the body of a delivery. */
function refuseUnsignedFormat({ auth, payloadFormat }: WebhookConfig, faults: Faults): void {
  if (payloadFormat !== 'query' || auth.mode !== 'header' || auth.scheme === 'static') return
  faults.add(
    'payloadFormat',
    `query cannot be used with the authHeaderScheme ${auth.scheme}: a signature covers the body, not the query; use static, or the authMode api_key`,
  )
}

/** @param uncovered the required fields of alerts that have no source */
function configError({ list }: Faults, mapping: readonly MappingIssue[], uncovered: readonly string[]): OpsgraphError {
  const messages = mapping.slice(0, 10).map(({ message }) => message)
  if (uncovered.length > 0) messages.push(`Missing required alert columns: ${uncovered.join(', ')}`)
  const parts = [
    ...(list.length > 0 ? [bodyError(list).message] : []),
    ...(messages.length > 0 ? [`Invalid field mappings: ${messages.join('; ')}`] : []),
  ]
  const needed = 'needs a mapping or a default value before the webhook can be enabled'
  const missing = uncovered.map((name) => bodyIssue('missingField', `fieldMappings.${name}`, needed))
  return new OpsgraphError('invalid', parts.join('; '), [...list, ...mapping, ...missing].slice(0, LIMITS.issues))
}
