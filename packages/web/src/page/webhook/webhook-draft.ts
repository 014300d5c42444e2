import type { JsonObject, JsonValue } from '@opsgraph/core/browser'
import type { Webhook } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'

/**
 * A webhook config while somebody writes it. Its text is the one value that the form and the JSON show, so that changing
 * between them loses nothing; secrets that were typed into the form stand apart, where no view shows them.
 */
export interface WebhookDraft {
  readonly text: string
  readonly secrets: Secrets
}

export interface Secrets {
  readonly authSecret?: string
  readonly authSecretPrevious?: string
}

/** Said for what the text leaves out: it is all of the webhook, but for its name and how senders are authenticated. */
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

/** What of a stored webhook somebody may change, without what is not set. */
export function editableOf(webhook: Webhook): JsonObject {
  const { id, name, description, sourceId, enabled, arrayPath, fieldMappings, defaultValues, deduplication } = webhook
  const { authMode, authHeaderScheme, authHeaderName, apiKeyId } = webhook
  const config = { id, name, description, sourceId, enabled, arrayPath, fieldMappings, defaultValues, deduplication }
  const auth = { authMode, authHeaderScheme, authHeaderName, apiKeyId }
  const set = Object.entries({ ...config, ...auth }).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(set) as JsonObject
}

/** The config that a text says; `undefined` while it is no JSON object, and no form can show it. */
export function configOf({ text }: WebhookDraft): JsonObject | undefined {
  const read = readJson(text)
  return 'value' in read && isJsonObject(read.value) ? read.value : undefined
}

/** The draft with one field changed; `undefined` takes it out. Everything else stays as it was written. */
export function withField(draft: WebhookDraft, field: string, value: JsonValue | undefined): WebhookDraft {
  return { ...draft, text: write(withKey(configOf(draft) ?? {}, field, value)) }
}

/** An object with one key changed in its place, or taken out. */
export function withKey(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  const { [key]: _, ...rest } = object
  return rest
}

/** What is sent to the server. */
export function bodyOf({ text, secrets }: WebhookDraft): JsonObject {
  const read = readJson(text)
  if ('fault' in read) throw new Error(`the JSON cannot be read: ${read.fault.message}`)
  if (!isJsonObject(read.value)) throw new Error('the JSON must be an object')
  return { ...EMPTY, ...read.value, ...secrets }
}

/** An object of the config, and an empty one where it holds none. */
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
