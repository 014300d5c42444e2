import type { JsonObject } from '@opsgraph/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { selectChanges } from '../../api/noun-draft.js'
import { changeWebhook, deleteWebhook, type Webhook, webhookQuery } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { LeaveGuard, useLeaveWhen } from '../../ui/leave-guard.js'
import { Loaded } from '../../ui/loaded.js'
import { Failure, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildAlertsPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { Tabs } from '../../ui/tabs.js'
import { Minute } from '../../ui/time-ago.js'
import { Deliveries } from './deliveries.js'
import { SendTest } from './send-test.js'
import { buildWebhook, type EditedDraft, selectEditable, useWebhookDraft, type WebhookDraft } from './webhook-draft.js'
import { WebhookEditor } from './webhook-editor.js'
import { EnabledSwitch } from './webhook-list.js'

/** The page of one webhook. It shows the deliveries and the configuration of the webhook, and how to send to it. */
export function WebhookView() {
  const { id = '' } = useParams()
  const query = useQuery(webhookQuery(id))
  if (query.data !== undefined) return <StoredWebhook webhook={query.data} error={query.error} />
  return (
    <Page title="Webhook">
      <Loaded query={query} what="the webhook" failed="The webhook cannot be shown" />
    </Page>
  )
}

interface StoredWebhookProps {
  readonly webhook: Webhook
  /** The error if the last request failed. */
  readonly error: Error | null
}

function StoredWebhook({ webhook, error }: StoredWebhookProps) {
  const [search, setSearch] = useSearchParams()
  const edited = useWebhookDraft(selectEditable(webhook))
  const [base, setBase] = useState(webhook.updateTime)
  const [isDeleted, setDeleted] = useState(false)
  useLeaveWhen(isDeleted, '/webhooks')
  const begin = (stored: Webhook, sent?: WebhookDraft) => {
    edited.reset(selectEditable(stored), sent)
    setBase(stored.updateTime)
  }
  // If the stored webhook has changed, for example because another user has saved it, show the new version. Do so only
  // if the draft has no changes.
  const isOutdated = webhook.updateTime !== base
  const shouldReload = !edited.isChanged && isOutdated
  useEffect(() => {
    if (shouldReload) begin(webhook)
  })
  const configuration = <WebhookConfiguration webhook={webhook} base={base} edited={edited} onBegin={begin} />
  return (
    <Page
      title={webhook.name}
      aside={
        <EnabledSwitch
          webhook={webhook}
          onChanged={(stored) => {
            if (!edited.isChanged) begin(stored)
            else {
              // The draft also contains `enabled`, so copy the new value to the draft. Keep the user's other changes,
              // and the warning that another user has changed the webhook.
              edited.set('enabled', stored.enabled)
              if (!isOutdated) setBase(stored.updateTime)
            }
          }}
        />
      }
      actions={<Delete webhook={webhook} onDeleted={() => setDeleted(true)} />}
    >
      {webhook.silentSince !== null && (
        <Notice tone="warning">
          A delivery is overdue: none has come <Minute word="since" time={webhook.silentSince} />. Check the tool, the
          URL and the proxy, and whether deliveries are refused.{' '}
          <Link to={buildAlertsPath({ q: webhook.id })}>Alerts about this webhook</Link>
        </Notice>
      )}
      {error && <Failure error={error} what="This page may be outdated: the last request to the server failed" />}
      <Tabs
        label="Webhook"
        open={search.get('tab') ?? 'deliveries'}
        onOpen={(tab) => setSearch({ tab }, { replace: true })}
        tabs={[
          { id: 'deliveries', label: 'Deliveries', content: <Deliveries webhook={webhook} /> },
          {
            id: 'configuration',
            label: edited.isChanged ? 'Configuration (not saved)' : 'Configuration',
            content: configuration,
          },
          { id: 'send', label: 'Send a test', content: <SendTest webhook={webhook} /> },
        ]}
      />
      <LeaveGuard isUnsaved={edited.isChanged && !isDeleted} />
    </Page>
  )
}

interface DeleteProps {
  readonly webhook: Webhook
  readonly onDeleted: () => void
}

function Delete({ webhook: { id, name }, onDeleted }: DeleteProps) {
  const queries = useQueryClient()
  const confirm = async () => {
    await deleteWebhook(id)
    await queries.invalidateQueries({ queryKey: ['policies', 'alert'] })
    onDeleted()
  }
  return (
    <ConfirmButton
      button={(ask) => (
        <Button icon="trash" onClick={ask}>
          Delete
        </Button>
      )}
      title={`Delete ${name}?`}
      action="Delete the webhook"
      onConfirm={confirm}
    >
      <p>
        Its URL stops accepting deliveries. Its stored payloads and the alert policies that apply only to its alerts are
        deleted. Alerts that it created stay. <span className={shared.quiet}>This cannot be undone.</span>
      </p>
    </ConfirmButton>
  )
}

interface WebhookConfigurationProps {
  readonly webhook: Webhook
  /** The `updateTime` of the stored version on which the draft is based. */
  readonly base: string
  readonly edited: EditedDraft
  readonly onBegin: (webhook: Webhook, sent?: WebhookDraft) => void
}

/**
 * Edits the draft of a stored webhook. It warns if the stored webhook has changed since the draft began, for example
 * because another user has saved it.
 */
function WebhookConfiguration({ webhook, base, edited, onBegin }: WebhookConfigurationProps) {
  const queries = useQueryClient()
  const save = async (body: JsonObject) =>
    await changeWebhook(webhook.id, selectChanges(body, buildWebhook(edited.base)) as JsonObject)
  const saved = (stored: Webhook, sent: WebhookDraft) => {
    queries.setQueryData(['webhook', webhook.id], stored)
    onBegin(stored, sent)
  }
  return (
    <div className={shared.tab}>
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
