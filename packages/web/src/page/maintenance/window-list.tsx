import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  deleteWindow,
  type HeldCount,
  heldCountsQuery,
  type MaintenanceWindow,
  windowsQuery,
} from '../../api/maintenance.js'
import type { SentFilter } from '../../api/schemas.js'
import { IconButton, NewLink } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { formatCount } from '../../ui/format.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState, Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildHeldAlertsPath, buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { useNow } from '../../ui/time-ago.js'
import { formatFilter } from '../policy/sent-filter.js'
import styles from './maintenance.module.css'
import { describeRecurrence } from './recurrence.js'
import { computeState, sortByState, type WindowState } from './window-state.js'
import { formatPeriod } from './zoned-time.js'

const COUNTS_OUTDATED = 'The numbers of alerts that the windows hold may be outdated'

/**
 * The page with the maintenance windows: running ones first, then coming ones, then recurring ones, then those that are
 * over.
 */
export function WindowList() {
  const [page] = usePageNumber()
  const list = useQuery(windowsQuery(page))
  const counts = useQuery(heldCountsQuery)
  const now = useNow()
  const withState = (window: MaintenanceWindow): ListedWindow => {
    const held = counts.data?.[window.id]
    return { window, held, state: computeState(window, now, held?.count ?? 0) }
  }
  return (
    <Page title="Maintenance" actions={<NewLink to="/maintenance/new">New window</NewLink>}>
      <Listing query={list} what="the maintenance windows" empty={<NoWindows />}>
        {({ windows }) => (
          <>
            {counts.error && (
              <Failure
                error={counts.error}
                what={counts.data ? COUNTS_OUTDATED : 'It is unknown how many alerts the windows hold'}
              />
            )}
            <Table
              caption="Maintenance windows"
              items={sortByState(windows.map(withState))}
              getKey={({ window }) => window.id}
              columns={COLUMNS}
            />
          </>
        )}
      </Listing>
    </Page>
  )
}

interface ListedWindow {
  readonly window: MaintenanceWindow
  readonly state: WindowState
  /** The number of alerts that the window holds now; `undefined` = none, or the number is unknown. */
  readonly held: HeldCount | undefined
}

const COLUMNS: readonly Column<ListedWindow>[] = [
  {
    heading: 'Window',
    cell: ({ window: { id, name, text } }) => (
      <>
        <Link className={shared.strong} to={buildPath('maintenance', id)}>
          {visibleText(name)}
        </Link>
        {text !== '' && <div className={shared.quiet}>{visibleText(text)}</div>}
      </>
    ),
  },
  { heading: 'State', cell: (listed) => <State {...listed} /> },
  { heading: 'When', cell: ({ window }) => <When window={window} /> },
  { heading: 'Alerts', className: shared.code, cell: ({ window }) => formatFilter(window.filters as SentFilter) },
  { heading: 'Made by', cell: ({ window }) => visibleText(window.createdBy) },
  { heading: 'Delete', cell: ({ window }) => <Delete window={window} /> },
]

function State({ window: { id }, state, held }: ListedWindow) {
  return (
    <>
      <span className={joinClasses(styles.state, state === 'running' && styles.running)}>{state}</span>
      {held !== undefined && (
        <div className={shared.quiet}>
          holds {held.isAtLeast && 'at least '}
          <Link to={buildHeldAlertsPath(id)}>{formatCount(held.count, 'alert')}</Link>
        </div>
      )}
    </>
  )
}

function When({ window }: Pick<ListedWindow, 'window'>) {
  const { rrule, overTime, timezone } = window
  if (rrule === null) return <div>{formatPeriod(window)}</div>
  return (
    <>
      <div>{describeRecurrence(rrule)}</div>
      <div className={shared.quiet}>first {formatPeriod(window)}</div>
      {overTime !== null && (
        <div className={shared.quiet}>until {formatPeriod({ startTime: overTime, endTime: overTime, timezone })}</div>
      )}
    </>
  )
}

function Delete({ window: { id, name } }: { readonly window: MaintenanceWindow }) {
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete ${name}`} onClick={ask} />}
      title={`Delete ${name}?`}
      action="Delete it"
      queryKey={['windows']}
      onConfirm={() => deleteWindow(id)}
    >
      <p>
        The alerts that the window holds get back the status that they had, within 30 seconds. This cannot be undone.
      </p>
    </ConfirmButton>
  )
}

function NoWindows() {
  return (
    <EmptyState
      icon="maintenance"
      title="No maintenance windows yet"
      action={<NewLink to="/maintenance/new">Create the first window</NewLink>}
    >
      While a maintenance window lasts, the alerts that match its filter have the status blackout, and hurt no service.
      Afterwards they get back the status that they had.
    </EmptyState>
  )
}
