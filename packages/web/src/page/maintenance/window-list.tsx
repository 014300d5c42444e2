import { visibleText } from '@opsgraph/draw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  deleteWindow,
  type HeldCount,
  heldCountsQuery,
  type MaintenanceWindow,
  windowsQuery,
} from '../../api/maintenance.js'
import { alertsHeldBy } from '../../ui/alert-addresses.js'
import { IconButton, LinkButton } from '../../ui/button.js'
import { classes } from '../../ui/classes.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import { filterText, type SentFilter } from '../policy/sent-filter.js'
import styles from './maintenance.module.css'
import { recurrenceText } from './recurrence.js'
import { sortedByState, stateOf, type WindowState } from './window-state.js'
import { periodText } from './zoned-time.js'

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

interface WindowRowProps {
  readonly window: MaintenanceWindow
  readonly state: WindowState
  /** The number of alerts that the window holds now; `undefined` = none, or the number is unknown. */
  readonly held: HeldCount | undefined
  /** The button that deletes the window. */
  readonly remove: ReactNode
}

/** A row of the list of maintenance windows. */
function WindowRow({ window, state, held, remove }: WindowRowProps) {
  const { id, name, text, filters, rrule, overTime, timezone, createdBy } = window
  return (
    <tr>
      <td>
        <Link className={styles.name} to={`/maintenance/${encodeURIComponent(id)}`}>
          {visibleText(name)}
        </Link>
        {text !== '' && <div className={styles.quiet}>{visibleText(text)}</div>}
      </td>
      <td>
        <span className={classes(styles.state, state === 'running' && styles.running)}>{state}</span>
        {held !== undefined && (
          <div className={styles.quiet}>
            holds {held.isAtLeast && 'at least '}
            <Link to={alertsHeldBy(id)}>{alertsText(held)}</Link>
          </div>
        )}
      </td>
      <td>
        {rrule !== null && <div>{recurrenceText(rrule)}</div>}
        <div className={rrule === null ? undefined : styles.quiet}>
          {rrule !== null && 'first '}
          {periodText(window)}
        </div>
        {rrule !== null && overTime !== null && (
          <div className={styles.quiet}>until {periodText({ startTime: overTime, endTime: overTime, timezone })}</div>
        )}
      </td>
      <td className={styles.filter}>{filterText(filters as SentFilter)}</td>
      <td>{visibleText(createdBy)}</td>
      <td>{remove}</td>
    </tr>
  )
}

function alertsText({ count }: HeldCount): string {
  return count === 1 ? '1 alert' : `${count.toLocaleString()} alerts`
}
