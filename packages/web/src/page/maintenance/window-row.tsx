import { visibleText } from '@opsgraph/draw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HeldCount, MaintenanceWindow } from '../../api/maintenance.js'
import { alertsHeldBy } from '../../ui/alert-addresses.js'
import { classes } from '../../ui/classes.js'
import { filterText, type SentFilter } from '../policy/sent-filter.js'
import styles from './maintenance.module.css'
import { recurrenceText } from './recurrence.js'
import type { WindowState } from './window-state.js'
import { periodText } from './zoned-time.js'

interface WindowRowProps {
  readonly window: MaintenanceWindow
  readonly state: WindowState
  /** The number of alerts that the window holds now; `undefined` = none, or the number is unknown. */
  readonly held: HeldCount | undefined
  /** The button that deletes the window. */
  readonly remove: ReactNode
}

/** A row of the list of maintenance windows. */
export function WindowRow({ window, state, held, remove }: WindowRowProps) {
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
