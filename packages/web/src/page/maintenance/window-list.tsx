import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { deleteWindow, heldCountsQuery, type MaintenanceWindow, windowsQuery } from '../../api/maintenance.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { LinkButton } from '../../ui/link-button.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import { WindowRow } from './window-row.js'
import { sortedByState, stateOf } from './window-state.js'

const COLUMNS = ['Window', 'State', 'When', 'Alerts', 'Made by', 'Delete']

const HELD_BEFORE = 'The numbers of alerts that the windows hold may be outdated'

/** The page with the maintenance windows: those that run now first, then those that come, and those that are over. */
export function WindowList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(windowsQuery(page))
  const { data: counts, error: countsFault } = useQuery(heldCountsQuery)
  const [doomed, setDoomed] = useState<MaintenanceWindow>()
  const now = Date.now()
  const windows = (data?.windows ?? []).map((window) => {
    const held = counts?.[window.id]
    return { window, held, state: stateOf(window, now, held?.count ?? 0) }
  })
  return (
    <Page
      title="Maintenance"
      actions={
        <LinkButton to="/maintenance/new" variant="primary" icon="plus">
          New window
        </LinkButton>
      }
    >
      {isPending && <Loading what="the maintenance windows" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {countsFault && windows.length > 0 && (
        <Failure error={countsFault} what={counts ? HELD_BEFORE : 'It is unknown how many alerts the windows hold'} />
      )}
      {data?.total === 0 && <NoWindows />}
      {windows.length > 0 && (
        <Table caption="Maintenance windows" columns={COLUMNS}>
          {sortedByState(windows).map(({ window, ...shown }) => (
            <WindowRow
              key={window.id}
              window={window}
              {...shown}
              remove={<IconButton icon="trash" label={`Delete ${window.name}`} onClick={() => setDoomed(window)} />}
            />
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ page: String(next) })} />}
      <Delete window={doomed} onClose={() => setDoomed(undefined)} />
    </Page>
  )
}

interface DeleteProps {
  readonly window: MaintenanceWindow | undefined
  readonly onClose: () => void
}

function Delete({ window, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const confirm = async () => {
    if (window === undefined) return
    await deleteWindow(window.id)
    await queries.invalidateQueries({ queryKey: ['windows'] })
  }
  return (
    <ConfirmDialog
      title={`Delete ${window?.name}?`}
      action="Delete it"
      isOpen={window !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        The alerts that the window holds get back the status that they had, within 30 seconds. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

function NoWindows() {
  return (
    <EmptyState icon="maintenance" title="No maintenance windows yet">
      <p>
        While a maintenance window lasts, the alerts that match its filter have the status blackout, and hurt no
        service. Afterwards they get back the status that they had.
      </p>
      <LinkButton to="/maintenance/new" variant="primary" icon="plus">
        Create the first window
      </LinkButton>
    </EmptyState>
  )
}
