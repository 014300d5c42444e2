import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ApiKey, deleteKey, keysQuery } from '../../api/keys.js'
import { Button, IconButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { EditKey } from './edit-key.js'
import styles from './key.module.css'
import { NewKey } from './new-key.js'

/** The page with the list of API keys. It does not show their secrets. */
export function KeyList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(keysQuery(page))
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<ApiKey>()
  const [doomed, setDoomed] = useState<ApiKey>()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
      New API key
    </Button>
  )
  return (
    <Page title="API keys" actions={create}>
      {isPending && <Loading what="the API keys" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoKeys />}
      {data !== undefined && data.keys.length > 0 && (
        <Table caption="API keys" columns={['Purpose', 'User', 'Scopes', 'Last used', 'Expires', 'Created', 'Change']}>
          {data.keys.map((key) => (
            <Row key={key.id} apiKey={key} onEdit={() => setEdited(key)} onDelete={() => setDoomed(key)} />
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ page: String(next) })} />}
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {edited && <EditKey apiKey={edited} onClose={() => setEdited(undefined)} />}
      <DeleteKey apiKey={doomed} onClose={() => setDoomed(undefined)} />
    </Page>
  )
}

interface RowProps {
  readonly apiKey: ApiKey
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function Row({ apiKey, onEdit, onDelete }: RowProps) {
  const { id, user, scopes, text, createTime, expireTime, lastUsedTime } = apiKey
  const name = text === '' ? id : text
  return (
    <tr>
      <td>
        <div className={styles.text}>{text === '' ? 'no description' : text}</div>
        <code className={styles.id}>{id}</code>
      </td>
      <td>{user}</td>
      <td>
        <div className={styles.scopes}>
          {scopes.length === 0 ? 'none' : scopes.map((each) => <code key={each}>{each}</code>)}
        </div>
      </td>
      <td>{lastUsedTime === null ? <span className={styles.quiet}>never</span> : <TimeAgo time={lastUsedTime} />}</td>
      <td>
        <Expiry time={expireTime} />
      </td>
      <td>
        <TimeAgo time={createTime} />
      </td>
      <td>
        <div className={styles.actions}>
          <IconButton icon="edit" label={`Edit the key ${name}`} onClick={onEdit} />
          <IconButton icon="trash" label={`Delete the key ${name}`} onClick={onDelete} />
        </div>
      </td>
    </tr>
  )
}

function Expiry({ time }: { readonly time: string | null }) {
  if (time === null) return <span className={styles.quiet}>never</span>
  const isOver = Date.parse(time) <= Date.now()
  return (
    <time dateTime={time} className={isOver ? styles.over : undefined}>
      {isOver && 'expired, '}
      {new Date(time).toLocaleDateString()}
    </time>
  )
}

interface DeleteKeyProps {
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
}

function DeleteKey({ apiKey, onClose }: DeleteKeyProps) {
  const queries = useQueryClient()
  const confirm = async () => {
    if (apiKey === undefined) return
    await deleteKey(apiKey.id)
    await queries.invalidateQueries({ queryKey: ['keys'] })
  }
  return (
    <ConfirmDialog
      title="Delete this API key?"
      action="Delete the key"
      isOpen={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        The server will refuse <strong>{apiKey?.text || apiKey?.id}</strong> of {apiKey?.user}. Everything that uses it
        stops working, including this tab if it is signed in with it. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

function NoKeys() {
  return (
    <EmptyState icon="key" title="No API keys to show">
      <p>
        The key of this tab is set in the configuration of the server, or the server requires no key. Create a key for
        each tool and person with the scopes that they need, so that you can delete one without the others.
      </p>
    </EmptyState>
  )
}
