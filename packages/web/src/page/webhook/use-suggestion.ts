import type { JsonValue } from '@opsgraph/core'
import { suggestWebhook } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { PresetPolicy, Webhook } from '../../api/webhooks.js'
import { readJson } from '../../ui/read-json.js'
import type { EditedDraft } from './use-webhook-draft.js'

/** The suggested mapping and alert policies for payloads (rules.md#suggested-webhooks). */
export interface Suggested {
  /** The suggested alert policies that are not saved yet. */
  readonly policies: readonly PresetPolicy[]
  /**
   * Computes a suggestion from the typed payload and the stored payloads. Writes the suggested mapping into the draft,
   * and the suggested alert policies into `policies`.
   */
  readonly suggest: () => void
  readonly forget: () => void
}

const NONE: readonly PresetPolicy[] = []

/** @param payload as the user has typed it */
export function useSuggestion({ set }: EditedDraft, payload: string, webhook: Webhook | undefined): Suggested {
  const [policies, setPolicies] = useState(NONE)
  const suggest = () => {
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
  return { policies, suggest, forget: () => setPolicies(NONE) }
}
