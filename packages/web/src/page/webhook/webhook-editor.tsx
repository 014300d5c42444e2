import type { JsonObject, JsonValue } from '@opsgraph/core'
import { suggestWebhook } from '@opsgraph/core/pure'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readFaults } from '../../api/faults.js'
import { type PresetPolicy, readWebhookPolicies, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { SentForm } from '../../ui/form-faults.js'
import { JsonField } from '../../ui/json-field.js'
import { Failure, Notice } from '../../ui/message.js'
import { readJson } from '../../ui/read-json.js'
import { Segments } from '../../ui/segments.js'
import shared from '../../ui/shared.module.css'
import { readSentFilter } from '../policy/sent-filter.js'
import { ExplainPanel, useExplanation } from './explain-panel.js'
import { isFilter } from './payload-section.js'
import { formatPayload } from './payload-text.js'
import styles from './webhook.module.css'
import { buildWebhook, type EditedDraft, type WebhookDraft } from './webhook-draft.js'
import { WebhookForm } from './webhook-form.js'

interface WebhookEditorProps {
  readonly edited: EditedDraft
  readonly save: (body: JsonObject) => Promise<Webhook>
  readonly onSaved: (webhook: Webhook, sent: WebhookDraft) => unknown
  /** The text of the submit button: `Save` or `Create`. */
  readonly action: string
  /** The stored webhook; `undefined` if it is not created yet. */
  readonly webhook?: Webhook
  /** The alert policies of the chosen preset, which are saved with the webhook. */
  readonly policies?: readonly PresetPolicy[]
}

const VIEWS = [
  { value: 'form', label: 'Form', title: 'Fields, one by one' },
  { value: 'json', label: 'JSON', title: 'The webhook config as one text' },
] as const

/**
 * Edits a webhook config as a form or as JSON, and explains which alerts the config creates from a payload. It does not
 * validate the config; the server does.
 */
export function WebhookEditor(props: WebhookEditorProps) {
  const { edited, action, webhook, policies = [] } = props
  const { config } = edited
  const [view, setView] = useState<'form' | 'json'>('form')
  const [payload, setPayload] = useState(() => formatPayload(webhook?.payloadHistory[0]?.payload ?? null))
  const unsaved = [...policies, ...edited.policies]
  const saving = useSave(unsaved, props)
  const explained = useExplanation({ config, payload, policies: unsaved, webhookId: webhook?.id })
  const secrets = Object.keys(edited.draft.secrets)
  const tests = config?.testPayloads ?? {}
  const ofTests = isFilter(tests) ? readSentFilter(tests, 'testPayloads').faults : []
  return (
    <div className={styles.split}>
      <SentForm
        className={shared.form}
        sending={{ error: saving.error, mutate: () => saving.mutate(edited.draft) }}
        faults={[...ofTests, ...readFaults(explained.error)]}
      >
        <div className={shared.bar}>
          <Segments label="Show as" value={view} options={VIEWS} onChange={setView} />
          <div className={styles.end}>
            <Button
              type="submit"
              variant="primary"
              isBusy={saving.isPending}
              disabled={webhook !== undefined && !edited.isChanged}
            >
              {action}
            </Button>
          </div>
        </div>
        {saving.error && <Failure error={saving.error} what="Nothing was saved" />}
        {saving.isSuccess && !edited.isChanged && <Notice tone="good">Saved. The changes are in effect.</Notice>}
        {view === 'json' && (
          <JsonField
            label="Webhook config"
            rows={26}
            value={edited.draft.text}
            onValueChange={edited.setText}
            hint="The body of POST /api/webhook_config. Missing fields become empty, except the name and the authentication."
          />
        )}
        {view === 'json' && secrets.length > 0 && <Notice>Also sent, but not shown: {secrets.join(', ')}.</Notice>}
        {view === 'form' && config === undefined && (
          <Notice tone="warning" actions={<Button onClick={() => setView('json')}>Fix the JSON</Button>}>
            The JSON is not complete, so the form cannot show it. Your text is not lost.
          </Notice>
        )}
        {view === 'form' && config !== undefined && <WebhookForm edited={edited} config={config} webhook={webhook} />}
      </SentForm>
      <ExplainPanel
        explained={explained}
        setPayload={setPayload}
        suggested={edited.policies.length}
        onSuggest={() => suggestInto(edited, payload, webhook)}
        webhook={webhook}
        isReadable={config !== undefined}
      />
    </div>
  )
}

/**
 * Suggests a mapping and alert policies for the typed payload and the stored payloads (rules.md#suggested-webhooks),
 * and writes them into the draft.
 *
 * @param payload as the user has typed it
 */
function suggestInto({ set, setPolicies }: EditedDraft, payload: string, webhook: Webhook | undefined): void {
  const read = readJson(payload)
  const typed = 'value' in read ? [read.value] : []
  const stored = (webhook?.payloadHistory ?? []).flatMap((entry) => (entry.payload === null ? [] : [entry.payload]))
  const suggestion = suggestWebhook([...typed, ...stored] as JsonValue[])
  const { arrayPath = '', jsonFields = [], fieldMappings, defaultValues } = suggestion.config
  const fields = Object.entries({ arrayPath, jsonFields, fieldMappings, defaultValues })
  for (const [field, value] of fields) set(field, value)
  // The types of the API have mutable lists, but no code changes these lists.
  setPolicies(suggestion.policies as unknown as readonly PresetPolicy[])
}

/**
 * Saves the draft of a webhook together with its new alert policies, in one request: the server saves all of them or
 * nothing. A new policy replaces the earlier policy of the same name; all other earlier policies stay. The earlier
 * policies are those in the JSON of the draft or, if it has none, the stored policies of the webhook.
 *
 * @param added the new alert policies
 */
function useSave(added: readonly PresetPolicy[], { save, onSaved, webhook }: WebhookEditorProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (draft: WebhookDraft) => {
      const body = buildWebhook(draft)
      if (added.length === 0) return await save(body)
      const names = new Set<unknown>(added.map(({ name }) => name))
      const before = body.policies ?? (webhook === undefined ? [] : await readWebhookPolicies(webhook.id))
      const others = (before as readonly JsonObject[]).filter(({ name }) => !names.has(name))
      return await save({ ...body, policies: [...others, ...(added as unknown as readonly JsonObject[])] })
    },
    onSuccess: onSaved,
    onSettled: () => queries.invalidateQueries({ queryKey: ['policies', 'alert'] }),
  })
}
