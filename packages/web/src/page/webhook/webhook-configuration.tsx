import type { JsonObject } from '@opsgraph/core'
import { useQueryClient } from '@tanstack/react-query'
import { changesOf } from '../../api/changes-of.js'
import { changeWebhook, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/notice.js'
import type { EditedDraft } from './use-webhook-draft.js'
import styles from './webhook.module.css'
import { bodyOf } from './webhook-draft.js'
import { WebhookEditor } from './webhook-editor.js'

interface WebhookConfigurationProps {
  readonly webhook: Webhook
  /** The `updateTime` of the stored version on which the draft is based. */
  readonly base: string
  readonly edited: EditedDraft
  readonly onBegin: (webhook: Webhook) => void
}

/**
 * Edits the draft of a stored webhook. It warns if the stored webhook has changed since the draft began, for example
 * because another user has saved it.
 */
export function WebhookConfiguration({ webhook, base, edited, onBegin }: WebhookConfigurationProps) {
  const queries = useQueryClient()
  const save = async (body: JsonObject) =>
    await changeWebhook(webhook.id, changesOf(body, bodyOf(edited.base)) as JsonObject)
  const saved = (stored: Webhook) => {
    queries.setQueryData(['webhook', webhook.id], stored)
    onBegin(stored)
  }
  return (
    <div className={styles.stack}>
      {webhook.updateTime !== base && (
        <Notice tone="warning" actions={<Button onClick={() => onBegin(webhook)}>Show the stored version</Button>}>
          This webhook was changed since you opened it. Saving overwrites that change in the fields that you have
          changed.
        </Notice>
      )}
      <WebhookEditor edited={edited} save={save} onSaved={saved} action="Save" webhook={webhook} />
    </div>
  )
}
