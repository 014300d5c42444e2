import { LIMITS } from '@opsgraph/core/pure'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type AlertFilters, type ChangedStatuses, readMatchingIds } from '../../api/alerts.js'
import type { Alert } from '../../api/schemas.js'
import { AlertState } from '../../ui/alert-state.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { buildChoiceColumn, useChosenRows } from '../../ui/chosen-rows.js'
import { formatCount } from '../../ui/format.js'
import { Failure } from '../../ui/message.js'
import { buildPath } from '../../ui/page-links.js'
import { SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './alert.module.css'
import { StatusDialog } from './status-dialog.js'

interface AlertResultsProps {
  /** The alerts on this page of the list. */
  readonly alerts: readonly Alert[]
  /** The number of alerts on all pages. */
  readonly total: number
  readonly filters: AlertFilters
  /** Whether the user has searched for these alerts. If not, the list has all alerts. */
  readonly isSearched: boolean
  readonly onChanged: (changed: ChangedStatuses) => void
}

interface Changing {
  readonly ids: readonly string[]
  readonly note?: string | undefined
}

/** A page of the found alerts. The user can change the status of chosen alerts, or of all that match the filters. */
export function AlertResults({ alerts, total, filters, isSearched, onChanged }: AlertResultsProps) {
  const allIds = alerts.map(({ id }) => id)
  const chosen = useChosenRows(allIds)
  const { ids } = chosen
  const [changing, setChanging] = useState<Changing>()
  // Read the ids of the alerts that match now. Alerts that begin to match while the user chooses the status are not
  // changed.
  const counting = useMutation({
    mutationFn: async () => await readMatchingIds(filters),
    onSuccess: (matching) => setChanging({ ids: matching, note: describeNewMatches(matching.length, total) }),
  })
  const choice = buildChoiceColumn<Alert>(chosen, ({ event, resource }) => `${event} on ${resource}`)
  return (
    <>
      <div className={shared.bar}>
        <Checkbox
          label={`All ${alerts.length} on this page`}
          checked={ids.length === 0 ? false : ids.length === alerts.length || 'mixed'}
          onCheckedChange={(isChosen) => chosen.choose(allIds, isChosen)}
        />
        <Button disabled={ids.length === 0} onClick={() => setChanging({ ids })}>
          Change the status of {ids.length} chosen
        </Button>
        <ChangeAll
          total={total}
          isSearched={isSearched}
          isBusy={counting.isPending}
          onChange={() => counting.mutate()}
        />
      </div>
      {counting.error && <Failure error={counting.error} what="The matching alerts were not counted" />}
      <Table caption="Alerts" items={alerts} getKey={({ id }) => id} columns={[choice, ...COLUMNS]} />
      <StatusDialog
        title={`Change the status of ${formatCount(changing?.ids.length ?? 0, 'alert')}`}
        ids={changing?.ids}
        note={changing?.note}
        onClose={() => setChanging(undefined)}
        onChanged={(changed) => {
          chosen.clear()
          onChanged(changed)
        }}
      />
    </>
  )
}

/** Says how many alerts match now; `undefined` if the page shows this number. */
function describeNewMatches(matching: number, shown: number): string | undefined {
  if (matching === shown) return undefined
  return `${formatCount(matching, 'alert')} ${matching === 1 ? 'matches' : 'match'} now. The page showed ${shown.toLocaleString()}.`
}

interface ChangeAllProps {
  readonly total: number
  readonly isSearched: boolean
  readonly isBusy: boolean
  readonly onChange: () => void
}

/** The button that changes all alerts that match the search, on this page and on all others. */
function ChangeAll({ total, isSearched, isBusy, onChange }: ChangeAllProps) {
  if (!isSearched) return <span className={shared.quiet}>To change all alerts that match, search first.</span>
  if (total > LIMITS.bulkAlerts) {
    return (
      <span className={shared.quiet}>
        More than {LIMITS.bulkAlerts.toLocaleString()} match: too many to change at once.
      </span>
    )
  }
  return (
    <Button isBusy={isBusy} onClick={onChange}>
      Change all {total.toLocaleString()} that match
    </Button>
  )
}

const COLUMNS: readonly Column<Alert>[] = [
  { heading: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  {
    heading: 'Alert',
    className: styles.name,
    cell: ({ id, event, resource, text }) => (
      <>
        <Link to={buildPath('alerts', id)}>
          {visibleText(event)} on {visibleLabel(resource)}
        </Link>
        {text !== '' && <div className={shared.quiet}>{visibleText(text)}</div>}
      </>
    ),
  },
  { heading: 'Status', cell: (alert) => <AlertState alert={alert} /> },
  { heading: 'Environment', cell: ({ environment }) => visibleLabel(environment) },
  { heading: 'Service', cell: ({ service }) => service.map(visibleLabel).join(', ') },
  { heading: 'Began', cell: ({ activeSince }) => <TimeAgo time={activeSince} /> },
  { heading: 'Received', cell: ({ lastReceiveTime }) => <TimeAgo time={lastReceiveTime} /> },
]
