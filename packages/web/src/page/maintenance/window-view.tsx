import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { windowQuery } from '../../api/maintenance.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { draftOf, newDraft } from './window-draft.js'
import { WindowForm } from './window-form.js'
import { ownZone } from './zoned-time.js'

/** The page that creates a maintenance window. */
export function WindowNew() {
  const [start] = useState(() => newDraft(new Date(), ownZone()))
  return (
    <Page title="New maintenance window">
      <WindowForm id={undefined} start={start} />
    </Page>
  )
}

/** The page of a stored maintenance window. */
export function WindowView() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(windowQuery(id))
  return (
    <Page title={data?.name ?? 'A maintenance window'}>
      {error && <Failure error={error} what="The window cannot be shown" onRetry={() => refetch()} />}
      {data === undefined && !error && <Loading what="the window" />}
      {data !== undefined && <StoredWindow key={data.id} window={data} />}
    </Page>
  )
}

function StoredWindow({ window }: { readonly window: Parameters<typeof draftOf>[0] }) {
  const [start] = useState(() => draftOf(window))
  return <WindowForm id={window.id} start={start} />
}
