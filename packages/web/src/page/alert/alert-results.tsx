import { LIMITS } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { AlertFilters, AlertSelection } from '../../api/alerts.js'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { countOf } from '../service/count-of.js'
import styles from './alert.module.css'
import { AlertTable } from './alert-table.js'
import { StatusDialog } from './status-dialog.js'

interface AlertResultsProps {
  /** The alerts on this page of the list. */
  readonly alerts: readonly Alert[]
  /** The number of alerts on all pages. */
  readonly total: number
  readonly filters: AlertFilters
  /** Called with the number of changed alerts. */
  readonly onChanged: (count: number) => void
}

interface Changing {
  readonly selection: AlertSelection
  /** The number of the selected alerts when the user asked for the change. */
  readonly count: number
}

/** A page of the found alerts. The user changes the status of chosen alerts, or of all that match the filters. */
export function AlertResults({ alerts, total, filters, onChanged }: AlertResultsProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [changing, setChanging] = useState<Changing>()
  // Alerts that the page does not show any more are not changed, because the user does not see them.
  const ids = alerts.flatMap(({ id }) => (marked.has(id) ? [id] : []))
  const mark = (which: readonly string[], isChosen: boolean) => {
    const others = ids.filter((id) => !which.includes(id))
    setMarked(new Set(isChosen ? [...others, ...which] : others))
  }
  const allIds = alerts.map(({ id }) => id)
  return (
    <>
      <div className={styles.bar}>
        <Checkbox
          label={`All ${alerts.length} on this page`}
          checked={ids.length === 0 ? false : ids.length === alerts.length || 'mixed'}
          onCheckedChange={(isChosen) => mark(allIds, isChosen)}
        />
        <Button disabled={ids.length === 0} onClick={() => setChanging({ selection: { ids }, count: ids.length })}>
          Change the status of {ids.length} chosen
        </Button>
        <ChangeAll
          total={total}
          isFiltered={Object.keys(filters).length > 0}
          onChange={() => setChanging({ selection: { filters }, count: total })}
        />
      </div>
      <AlertTable alerts={alerts} chosen={new Set(ids)} onChoose={(id, isChosen) => mark([id], isChosen)} />
      <StatusDialog
        title={`Change the status of ${countOf(changing?.count ?? 0, 'alert')}`}
        selection={changing?.selection}
        onClose={() => setChanging(undefined)}
        onChanged={(count) => {
          setMarked(new Set())
          onChanged(count)
        }}
      />
    </>
  )
}

interface ChangeAllProps {
  readonly total: number
  /** Whether there is a filter. The server refuses to change every stored alert. */
  readonly isFiltered: boolean
  readonly onChange: () => void
}

/** The button that changes all alerts that match the filters, on this page and on all others. */
function ChangeAll({ total, isFiltered, onChange }: ChangeAllProps) {
  if (!isFiltered) return null
  if (total > LIMITS.bulkAlerts) {
    return (
      <span className={styles.quiet}>
        More than {LIMITS.bulkAlerts.toLocaleString()} match: too many to change at once.
      </span>
    )
  }
  return <Button onClick={onChange}>Change all {total.toLocaleString()} that match</Button>
}
