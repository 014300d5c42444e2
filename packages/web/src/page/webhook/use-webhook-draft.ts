import type { JsonObject, JsonValue } from '@opsgraph/core'
import { useMemo, useState } from 'react'
import type { PresetPolicy, Webhook } from '../../api/webhooks.js'
import { configOf, draftOf, type Secrets, type WebhookDraft, withField, withKey } from './webhook-draft.js'

/** The draft of a webhook config, and the functions that change the draft. */
export interface EditedDraft {
  readonly draft: WebhookDraft
  /** The initial value of the draft. */
  readonly base: WebhookDraft
  /** The config in the draft; `undefined` while the text is not a JSON object. */
  readonly config: JsonObject | undefined
  /** Suggested alert policies that are saved with the draft. */
  readonly policies: readonly PresetPolicy[]
  /** Whether the draft differs from its initial value, or has suggested alert policies. */
  readonly isChanged: boolean
  readonly setText: (text: string) => void
  readonly set: (field: string, value: JsonValue | undefined) => void
  readonly setSecret: (field: keyof Secrets, secret: string) => void
  readonly setPolicies: (policies: readonly PresetPolicy[]) => void
  /**
   * Replaces the draft with another config, which becomes the initial value of the draft. The suggested alert policies
   * are forgotten.
   */
  readonly reset: (config: JsonObject) => void
}

const NO_POLICIES: readonly PresetPolicy[] = []

export function useWebhookDraft(start: JsonObject): EditedDraft {
  const [base, setBase] = useState(() => draftOf(start))
  const [draft, setDraft] = useState(base)
  const [policies, setPolicies] = useState(NO_POLICIES)
  const config = useMemo(() => configOf(draft), [draft])
  return {
    draft,
    base,
    config,
    policies,
    isChanged: draft.text !== base.text || Object.keys(draft.secrets).length > 0 || policies.length > 0,
    setText: (text) => setDraft((known) => ({ ...known, text })),
    set: (field, value) => setDraft((known) => withField(known, field, value)),
    setSecret: (field, secret) =>
      setDraft((known) => ({
        ...known,
        secrets: withKey({ ...known.secrets }, field, secret === '' ? undefined : secret) as Secrets,
      })),
    setPolicies,
    reset: (config) => {
      setBase(draftOf(config))
      setDraft(draftOf(config))
      setPolicies(NO_POLICIES)
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
