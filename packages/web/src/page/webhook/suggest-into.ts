import type { JsonValue } from '@opsgraph/core'
import { suggestWebhook } from '@opsgraph/core/pure'
import type { PresetPolicy, Webhook } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'
import type { EditedDraft } from './use-webhook-draft.js'

/**
 * Suggests a mapping and alert policies for the typed payload and the stored payloads (rules.md#suggested-webhooks),
 * and writes them into the draft.
 *
 * @param payload as the user has typed it
 */
export function suggestInto({ set, setPolicies }: EditedDraft, payload: string, webhook: Webhook | undefined): void {
  const read = readJson(payload)
  const typed = 'value' in read ? [read.value] : []
  const stored = (webhook?.payloadHistory ?? []).flatMap((entry) => (entry.payload === null ? [] : [entry.payload]))
  const suggestion = suggestWebhook([...typed, ...stored] as JsonValue[])
  const { arrayPath = '', jsonFields = [], fieldMappings, defaultValues } = suggestion.config
  const fields = Object.entries({ arrayPath, jsonFields, fieldMappings, defaultValues })
  for (const [field, value] of fields) set(field, value)
  // The type of the API has mutable lists, but nobody changes them.
  setPolicies(suggestion.policies as unknown as readonly PresetPolicy[])
}
