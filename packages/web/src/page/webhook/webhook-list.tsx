import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { changeWebhook, type Webhook, type WebhookSummary, webhooksQuery } from '../../api/webhooks.js'
import { NewLink } from '../../ui/button.js'
import { Icon } from '../../ui/icon.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { Switch } from '../../ui/switch.js'
import { type Column, Table } from '../../ui/table.js'
import { Minute, TimeAgo } from '../../ui/time-ago.js'
import styles from './webhook.module.css'

/** The page with the list of webhooks. For each webhook, it shows the result of the last delivery. */
export function WebhookList() {
  const [page] = usePageNumber()
  const list = useQuery(webhooksQuery(page))
  return (
    <Page title="Webhooks" actions={<NewLink to="/webhooks/new">New webhook</NewLink>}>
      {list.data !== undefined && list.data.staleSecrets.length > 0 && <StaleSecrets ids={list.data.staleSecrets} />}
      <Listing query={list} what="the webhooks" empty={<NoWebhooks />}>
        {({ webhook_configs }) => (
          <Table caption="Webhooks" items={webhook_configs} getKey={({ id }) => id} columns={COLUMNS} />
        )}
      </Listing>
    </Page>
  )
}

const COLUMNS: readonly Column<WebhookSummary>[] = [
  {
    heading: 'Webhook',
    cell: ({ id, name }) => (
      <>
        <Link className={shared.strong} to={buildPath('webhooks', id)}>
          {name}
        </Link>
        {name !== id && <div className={shared.quiet}>{id}</div>}
      </>
    ),
  },
  {
    heading: 'State',
    cell: (webhook) => (
      <>
        <EnabledSwitch webhook={webhook} />
        {webhook.silentSince !== null && (
          <div className={styles.bad}>
            <Icon name="alert" />
            <span>
              silent <Minute word="since" time={webhook.silentSince} />
            </span>
          </div>
        )}
      </>
    ),
  },
  { heading: 'Senders', cell: describeSenders },
  { heading: 'Last delivery', cell: (webhook) => <LastResult webhook={webhook} /> },
  {
    heading: 'Last error',
    cell: ({ lastErrorAt }) =>
      lastErrorAt === null ? <span className={shared.quiet}>none stored</span> : <TimeAgo time={lastErrorAt} />,
  },
  {
    heading: 'Stored',
    className: shared.quiet,
    cell: ({ payloadHistoryCount, errorHistoryCount }) =>
      `${payloadHistoryCount} payloads, ${errorHistoryCount} errors`,
  },
]

/**
 * Shows whether the last delivery had an error. If the newest error and the newest payload have the same time, they
 * belong to the same delivery, so this delivery had an error.
 */
function LastResult({ webhook: { lastPayloadAt, lastErrorAt } }: { readonly webhook: WebhookSummary }) {
  const last = [lastPayloadAt, lastErrorAt]
    .filter((time) => time !== null)
    .toSorted()
    .at(-1)
  if (last === undefined) return <span className={shared.quiet}>none yet</span>
  const isError = last === lastErrorAt
  return (
    <span className={isError ? styles.bad : styles.good}>
      <Icon name={isError ? 'alert' : 'check'} />
      {isError ? 'error' : 'accepted'} <TimeAgo time={last} />
    </span>
  )
}

function describeSenders({ authMode, authHeaderScheme, authSecretStale }: WebhookSummary) {
  if (authMode === 'none') return 'anyone with the URL'
  if (authMode === 'api_key') return 'one API key'
  if (authSecretStale) return <span className={styles.bad}>nobody: stale secret</span>
  return authHeaderScheme === 'static' ? 'shared secret' : `signed (${authHeaderScheme})`
}

function StaleSecrets({ ids }: { readonly ids: readonly string[] }) {
  return (
    <Notice tone="warning">
      The secrets of these webhooks were saved under another SECRET_KEY, so their senders are refused: {ids.join(', ')}.
      Enter the secrets again, or start the server with the previous key.
    </Notice>
  )
}

function NoWebhooks() {
  return (
    <EmptyState
      icon="webhook"
      title="No webhooks yet"
      action={<NewLink to="/webhooks/new">Create the first webhook</NewLink>}
    >
      A webhook is a URL that accepts JSON from any tool and creates alerts from it. Start with a preset for your tool,
      or without a mapping: the first payload is stored, and you write the mapping next to it.
    </EmptyState>
  )
}

interface EnabledSwitchProps {
  readonly webhook: { readonly id: string; readonly name: string; readonly enabled: boolean }
  /** Called with the stored webhook after it was enabled or disabled. */
  readonly onChanged?: (stored: Webhook) => void
}

/**
 * Enables or disables a webhook immediately, without saving the form. If the mapping of the webhook is incomplete, the
 * server refuses to enable it, and the switch shows the reason.
 */
export function EnabledSwitch({ webhook: { id, name, enabled }, onChanged }: EnabledSwitchProps) {
  const queries = useQueryClient()
  const show = async (changed: Webhook) => {
    queries.setQueryData(['webhook', id], changed)
    onChanged?.(changed)
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  return (
    <Switch
      name={name}
      words={{ on: 'enabled', off: 'disabled' }}
      isOn={enabled}
      save={(isOn) => changeWebhook(id, { enabled: isOn })}
      onSaved={show}
    />
  )
}
