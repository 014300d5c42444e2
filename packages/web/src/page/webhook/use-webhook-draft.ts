import type { JsonObject, JsonValue } from '@opsgraph/core'
import { useMemo, useState } from 'react'
import { configOf, draftOf, type Secrets, type WebhookDraft, withField, withKey } from './webhook-draft.js'

/** The draft of a webhook config, and the functions that change the draft. */
export interface EditedDraft {
  readonly draft: WebhookDraft
  /** The config in the draft; `undefined` while the text is not a JSON object. */
  readonly config: JsonObject | undefined
  /** Whether the draft differs from its initial value. */
  readonly isChanged: boolean
  readonly setText: (text: string) => void
  readonly set: (field: string, value: JsonValue | undefined) => void
  readonly setSecret: (field: keyof Secrets, secret: string) => void
  /** Replaces the draft with another config, which becomes the initial value of the draft. */
  readonly reset: (config: JsonObject) => void
}

export function useWebhookDraft(start: JsonObject): EditedDraft {
  const [base, setBase] = useState(() => draftOf(start))
  const [draft, setDraft] = useState(base)
  const config = useMemo(() => configOf(draft), [draft])
  return {
    draft,
    config,
    isChanged: draft.text !== base.text || Object.keys(draft.secrets).length > 0,
    setText: (text) => setDraft((known) => ({ ...known, text })),
    set: (field, value) => setDraft((known) => withField(known, field, value)),
    setSecret: (field, secret) =>
      setDraft((known) => ({
        ...known,
        secrets: withKey({ ...known.secrets }, field, secret === '' ? undefined : secret) as Secrets,
      })),
    reset: (config) => {
      setBase(draftOf(config))
      setDraft(draftOf(config))
    },
  }
}
