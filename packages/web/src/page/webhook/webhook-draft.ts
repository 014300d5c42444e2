import type { JsonObject, JsonValue } from '@opsgraph/core'
import { useMemo, useState } from 'react'
import { createDraft } from '../../api/noun-draft.js'
import { WEBHOOK } from '../../api/nouns.js'
import type { PresetPolicy, Webhook } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'
import type { TextInput } from '../../ui/use-draft.js'

/**
 * A webhook config that the user is editing. The form and the JSON view edit the same text, so nothing is lost when the
 * user switches between them. Secrets that the user types into the form are stored separately, so that the JSON view
 * does not show them.
 */
export interface WebhookDraft {
  readonly text: string
  readonly secrets: Secrets
}

export interface Secrets {
  readonly authSecret?: string
  readonly authSecretPrevious?: string
}

/** The default values of a webhook. */
export const WEBHOOK_DEFAULTS = createDraft(WEBHOOK)

/**
 * The values that a save sends for the fields that the user has deleted from the text: their default values. Only the
 * name and the authentication stay as they are stored.
 */
const EMPTY_VALUES = Object.fromEntries(
  Object.entries(WEBHOOK_DEFAULTS).filter(([name]) => name !== 'name' && !name.startsWith('auth')),
) as JsonObject

/** The fields of a new webhook that the JSON view shows at first. */
const FIRST_FIELDS = ['id', 'name', 'enabled', 'fieldMappings', 'defaultValues', 'authMode'] as const

/** The config of a new webhook. */
export const NEW_CONFIG = Object.fromEntries(
  FIRST_FIELDS.map((name) => [name, WEBHOOK_DEFAULTS[name] ?? '']),
) as JsonObject

export function createWebhookDraft(config: JsonObject): WebhookDraft {
  return { text: formatJson(config), secrets: {} }
}

/**
 * Returns those fields of a stored webhook that the user can edit and that have a value. The end of a rotation is not
 * among them: a save sends it only if the user chooses another one.
 */
export function selectEditable(webhook: Webhook): JsonObject {
  const { authSecretPreviousExpires: _, ...fields } = createDraft(WEBHOOK, webhook)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? '') !== '')) as JsonObject
}

/**
 * Returns the config of a draft. The result is `undefined` while the text is not a JSON object; the form cannot show
 * such a text.
 */
export function readConfig({ text }: WebhookDraft): JsonObject | undefined {
  const read = readJson(text)
  return 'value' in read && isJsonObject(read.value) ? read.value : undefined
}

/**
 * Returns the draft with one field changed; if the value is `undefined`, the field is removed. Other fields do not
 * change.
 */
export function setField(draft: WebhookDraft, field: string, value: JsonValue | undefined): WebhookDraft {
  return { ...draft, text: formatJson(setKey(readConfig(draft) ?? {}, field, value)) }
}

/**
 * Returns the object with one key changed; if the value is `undefined`, the key is removed. The order of the other keys
 * stays the same.
 */
export function setKey(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  const { [key]: _, ...rest } = object
  return rest
}

/**
 * Returns the body of the request that saves the draft.
 *
 * @throws Error if the text is not a JSON object
 */
export function buildWebhook({ text, secrets }: WebhookDraft): JsonObject {
  const read = readJson(text)
  if ('fault' in read) throw new Error(`the JSON cannot be read: ${read.fault.message}`)
  if (!isJsonObject(read.value)) throw new Error('the JSON must be an object')
  return { ...EMPTY_VALUES, ...read.value, ...secrets }
}

/**
 * Returns the object in a field of the config. If the field is missing or has another type, the result is an empty
 * object.
 */
export function getObject(config: JsonObject, field: string): JsonObject {
  const value = config[field]
  return isJsonObject(value) ? value : {}
}

export function getText(config: JsonObject, field: string): string {
  const value = config[field]
  return typeof value === 'string' ? value : ''
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function formatJson(config: JsonObject): string {
  return JSON.stringify(config, null, 2)
}

/** The draft of a webhook config, and the functions that change the draft. */
export type EditedDraft = ReturnType<typeof useWebhookDraft>

const NO_POLICIES: readonly PresetPolicy[] = []

export function useWebhookDraft(start: JsonObject) {
  const [base, setBase] = useState(() => createWebhookDraft(start))
  const [draft, setDraft] = useState(base)
  const [policies, setPolicies] = useState(NO_POLICIES)
  const config = useMemo(() => readConfig(draft), [draft])
  const set = (field: string, value: JsonValue | undefined) => setDraft((before) => setField(before, field, value))
  return {
    draft,
    /** The initial value of the draft. */
    base,
    /** The config in the draft; `undefined` while the text is not a JSON object. */
    config,
    /** The suggested alert policies that are saved with the draft. */
    policies,
    /** Whether the draft differs from its initial value, or has suggested alert policies. */
    isChanged: draft.text !== base.text || Object.keys(draft.secrets).length > 0 || policies.length > 0,
    setText: (text: string) => setDraft((before) => ({ ...before, text })),
    set,
    /** The props of the input of a text. */
    field: (path: string): TextInput => ({
      path,
      value: getText(config ?? {}, path),
      onValueChange: (value) => set(path, value),
    }),
    setSecret: (field: keyof Secrets, secret: string) =>
      setDraft((before) => ({
        ...before,
        secrets: setKey({ ...before.secrets }, field, secret === '' ? undefined : secret) as Secrets,
      })),
    setPolicies,
    /**
     * Makes another config the initial value of the draft, and replaces the draft with it. The suggested alert policies
     * are forgotten. If the user has changed the draft since it was `sent`, the draft and its policies stay, without the
     * secrets that were sent.
     */
    reset: (next: JsonObject, sent = draft) => {
      const stored = createWebhookDraft(next)
      setBase(stored)
      if (draft === sent) {
        setDraft(stored)
        setPolicies(NO_POLICIES)
      } else if (draft.secrets === sent.secrets) setDraft({ ...draft, secrets: {} })
    },
  }
}

/** The props of each section of the webhook form. */
export interface SectionProps {
  readonly edited: EditedDraft
  /** The draft of the webhook config as a JSON object. */
  readonly config: JsonObject
  readonly webhook: Webhook | undefined
}
