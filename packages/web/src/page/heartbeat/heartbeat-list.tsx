import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { deleteHeartbeat, type Heartbeat, heartbeatsQuery } from '../../api/heartbeats.js'
import { IconButton } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { formatDuration } from '../../ui/format.js'
import { Icon } from '../../ui/icon.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './heartbeat.module.css'

/** The page with the heartbeats, overdue ones first. */
export function HeartbeatList() {
  const [page] = usePageNumber()
  const list = useQuery(heartbeatsQuery(page))
  return (
    <Page title="Heartbeats">
      <Listing query={list} what="the heartbeats" empty={<NoHeartbeats />}>
        {({ heartbeats }) => (
          <Table caption="Heartbeats" items={heartbeats} getKey={({ id }) => id} columns={COLUMNS} />
        )}
      </Listing>
    </Page>
  )
}

const COLUMNS: readonly Column<Heartbeat>[] = [
  {
    heading: 'Origin',
    cell: ({ origin, tags }) => (
      <>
        <div className={styles.name}>{visibleText(origin)}</div>
        {tags.length > 0 && <div className={shared.quiet}>{visibleText(tags.join(', '))}</div>}
      </>
    ),
  },
  { heading: 'State', cell: (heartbeat) => <State heartbeat={heartbeat} /> },
  { heading: 'Last heartbeat', cell: ({ receiveTime }) => <TimeAgo time={receiveTime} /> },
  {
    heading: 'Expected every',
    cell: ({ timeout }) =>
      timeout === 0 ? <span className={shared.quiet}>never overdue</span> : formatDuration(timeout * 1_000),
  },
  { heading: 'Delete', cell: (heartbeat) => <Delete heartbeat={heartbeat} /> },
]

function State({ heartbeat: { status, latency } }: { readonly heartbeat: Heartbeat }) {
  if (status === 'slow') return <span className={styles.state}>slow: took {formatDuration(latency)}</span>
  const isOverdue = status === 'expired'
  return (
    <span className={joinClasses(styles.state, isOverdue ? shared.bad : shared.good)}>
      <Icon name={isOverdue ? 'alert' : 'check'} />
      {isOverdue ? 'overdue' : 'ok'}
    </span>
  )
}

function Delete({ heartbeat: { id, origin } }: { readonly heartbeat: Heartbeat }) {
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete the heartbeat of ${origin}`} onClick={ask} />}
      title={`Delete the heartbeat of ${origin}?`}
      action="Delete it"
      queryKey={['heartbeats']}
      onConfirm={() => deleteHeartbeat(id)}
    >
      <p>
        No heartbeat is expected from this origin any more, until it sends the next one. If it is overdue, its alert
        closes.
      </p>
    </ConfirmButton>
  )
}

function NoHeartbeats() {
  return (
    <EmptyState icon="heartbeat" title="No heartbeats yet">
      A heartbeat says that a program is alive, such as a nightly backup. If the next one is overdue, an alert says so.
      Programs send heartbeats with <code>POST /api/heartbeat</code>, or with the command <code>alerta heartbeat</code>.
    </EmptyState>
  )
}
