import type { JsonObject } from '@opsgraph/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createWebhook, presetsQuery, type Webhook } from '../../api/webhooks.js'
import { SelectField } from '../../ui/field.js'
import { LeaveGuard, useLeaveWhen } from '../../ui/leave-guard.js'
import { Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import styles from './webhook.module.css'
import { NEW_CONFIG, useWebhookDraft } from './webhook-draft.js'
import { WebhookEditor } from './webhook-editor.js'

/** The page that creates a webhook, from a preset or without one. */
export function WebhookNew() {
  const edited = useWebhookDraft(NEW_CONFIG)
  const presets = useQuery(presetsQuery)
  const [chosen, setChosen] = useState('')
  const presetOf = (wanted: string) => presets.data?.find(({ id }) => id === wanted)
  const preset = presetOf(chosen)
  const queries = useQueryClient()
  const choose = (id: string) => {
    setChosen(id)
    const next = presetOf(id)
    edited.reset(next === undefined ? NEW_CONFIG : ({ id, name: next.name, ...next.config } as JsonObject))
  }
  const [created, setCreated] = useState<string>()
  useLeaveWhen(created !== undefined, `${buildPath('webhooks', created ?? '')}?tab=send`)
  const begin = (webhook: Webhook) => {
    queries.setQueryData(['webhook', webhook.id], webhook)
    setCreated(webhook.id)
  }
  return (
    <Page title="New webhook">
      {presets.error && <Failure error={presets.error} what="The presets cannot be shown" />}
      <section className={shared.section}>
        <SelectField
          label="Start with"
          value={chosen}
          options={[
            { value: '', label: 'No preset: look at a payload first' },
            ...(presets.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={choose}
          hint="A preset replaces the fields below."
        />
        {preset !== undefined && (
          <p className={shared.quiet}>
            {preset.policies.length} alert policies are created with the webhook. They translate what {preset.name}{' '}
            sends
            {', and apply only to the alerts of this webhook.'}
          </p>
        )}
        {preset === undefined ? (
          <p className={shared.quiet}>
            Create the webhook disabled and without a mapping, and let the tool send: the payload is stored. Then write
            the mapping next to it, enable the webhook and replay the payload.
          </p>
        ) : (
          <ul className={styles.hints} aria-label={`What to set up in ${preset.name}`}>
            {preset.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        )}
      </section>
      <WebhookEditor
        edited={edited}
        save={createWebhook}
        onSaved={begin}
        action="Create"
        policies={preset?.policies ?? []}
      />
      <LeaveGuard isUnsaved={edited.isChanged && created === undefined} />
    </Page>
  )
}
