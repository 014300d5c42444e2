import type { JsonObject, JsonValue } from '@opsgraph/core'
import type { Webhook } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'

/**
 * A webhook config that is being edited. The form and the JSON view show the same text, so switching between them loses
 * nothing. Secrets typed into the form are separate, so that no view shows them.
 */
export interface WebhookDraft {
  readonly text: string
  readonly secrets: Secrets
}

export interface Secrets {
  readonly authSecret?: string
  readonly authSecretPrevious?: string
}

/**
 * The values of fields that the text leaves out. The text replaces the whole webhook, except its name and
 * authentication.
 */
const EMPTY = {
  description: '',
  sourceId: '',
  enabled: false,
  arrayPath: '',
  fieldMappings: {},
  defaultValues: {},
  deduplication: null,
} as const

export function draftOf(config: JsonObject): WebhookDraft {
  return { text: write(config), secrets: {} }
}

/** The editable fields of a stored webhook, without those that are not set. */
export function editableOf(webhook: Webhook): JsonObject {
  const { id, name, description, sourceId, enabled, arrayPath, fieldMappings, defaultValues, deduplication } = webhook
  const { authMode, authHeaderScheme, authHeaderName, apiKeyId } = webhook
  const config = { id, name, description, sourceId, enabled, arrayPath, fieldMappings, defaultValues, deduplication }
  const auth = { authMode, authHeaderScheme, authHeaderName, apiKeyId }
  const set = Object.entries({ ...config, ...auth }).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(set) as JsonObject
}

/** The config of a draft; `undefined` while the text is not a JSON object and the form cannot show it. */
export function configOf({ text }: WebhookDraft): JsonObject | undefined {
  const read = readJson(text)
  return 'value' in read && isJsonObject(read.value) ? read.value : undefined
}

/** The draft with one field changed, or removed if `undefined`. Other fields stay as written. */
export function withField(draft: WebhookDraft, field: string, value: JsonValue | undefined): WebhookDraft {
  return { ...draft, text: write(withKey(configOf(draft) ?? {}, field, value)) }
}

/** The object with one key changed, or removed if `undefined`; the order of keys stays. */
export function withKey(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  const { [key]: _, ...rest } = object
  return rest
}

/** The body of the request. */
export function bodyOf({ text, secrets }: WebhookDraft): JsonObject {
  const read = readJson(text)
  if ('fault' in read) throw new Error(`the JSON cannot be read: ${read.fault.message}`)
  if (!isJsonObject(read.value)) throw new Error('the JSON must be an object')
  return { ...EMPTY, ...read.value, ...secrets }
}

/** The object in a field of the config, or an empty object. */
export function objectAt(config: JsonObject, field: string): JsonObject {
  const value = config[field]
  return isJsonObject(value) ? value : {}
}

export function textAt(config: JsonObject, field: string): string {
  const value = config[field]
  return typeof value === 'string' ? value : ''
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function write(config: JsonObject): string {
  return JSON.stringify(config, null, 2)
}
