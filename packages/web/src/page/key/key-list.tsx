import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, deleteKey, keysQuery } from '../../api/keys.js'
import { Button, IconButton } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './key.module.css'
import { EditKey, NewKey } from './key-dialogs.js'

/** The page with the list of API keys. It does not show their secrets. */
export function KeyList() {
  const [page] = usePageNumber()
  const list = useQuery(keysQuery(page))
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<ApiKey>()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
      New API key
    </Button>
  )
  const change: Column<ApiKey> = {
    heading: 'Change',
    cell: (key) => (
      <div className={styles.actions}>
        <IconButton icon="edit" label={`Edit the key ${nameKey(key)}`} onClick={() => setEdited(key)} />
        <DeleteKey apiKey={key} />
      </div>
    ),
  }
  return (
    <Page title="API keys" actions={create}>
      <Listing query={list} what="the API keys" empty={<NoKeys />}>
        {({ keys }) => <Table caption="API keys" items={keys} getKey={({ id }) => id} columns={[...COLUMNS, change]} />}
      </Listing>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {edited && <EditKey apiKey={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    heading: 'Purpose',
    cell: ({ id, text }) => (
      <>
        <div className={styles.text}>{text === '' ? 'no description' : text}</div>
        <code className={shared.muted}>{id}</code>
      </>
    ),
  },
  { heading: 'User', cell: ({ user }) => user },
  {
    heading: 'Scopes',
    cell: ({ scopes }) => (
      <div className={styles.scopes}>
        {scopes.length === 0 ? 'none' : scopes.map((each) => <code key={each}>{each}</code>)}
      </div>
    ),
  },
  {
    heading: 'Last used',
    cell: ({ lastUsedTime }) =>
      lastUsedTime === null ? <span className={shared.muted}>never</span> : <TimeAgo time={lastUsedTime} />,
  },
  { heading: 'Expires', cell: ({ expireTime }) => <Expiry time={expireTime} /> },
  { heading: 'Created', cell: ({ createTime }) => <TimeAgo time={createTime} /> },
]

/** Returns the purpose of a key or, if it has none, its id. */
function nameKey({ id, text }: ApiKey): string {
  return text === '' ? id : text
}

function Expiry({ time }: { readonly time: string | null }) {
  if (time === null) return <span className={shared.muted}>never</span>
  const isOver = Date.parse(time) <= Date.now()
  return (
    <time dateTime={time} className={isOver ? shared.bad : undefined}>
      {isOver && 'expired, '}
      {new Date(time).toLocaleDateString()}
    </time>
  )
}

function DeleteKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const name = nameKey(apiKey)
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete the key ${name}`} onClick={ask} />}
      title="Delete this API key?"
      action="Delete the key"
      queryKey={['keys']}
      onConfirm={() => deleteKey(apiKey.id)}
    >
      <p>
        The server will refuse <strong>{name}</strong> of {apiKey.user}. Everything that uses it stops working,
        including this tab if it is signed in with it. This cannot be undone.
      </p>
    </ConfirmButton>
  )
}

function NoKeys() {
  return (
    <EmptyState icon="key" title="No API keys to show">
      The key of this tab is set in the configuration of the server, or the server requires no key. Create a key for
      each tool and person with the scopes that they need, so that you can delete one without the others.
    </EmptyState>
  )
}
