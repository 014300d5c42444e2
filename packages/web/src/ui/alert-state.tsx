import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Alert } from '../api/schemas.js'
import styles from './alert-state.module.css'
import { buildPath } from './page-links.js'
import { Minute } from './time-ago.js'

type ShownState = Pick<Alert, 'status' | 'maintenance' | 'statusUntil' | 'assignee'>

/**
 * Shows the status of an alert and the person who has it. If a maintenance window holds the alert, also shows the name
 * of the window. If the status ends by itself, also shows when.
 */
export function AlertState({ alert }: { readonly alert: ShownState }) {
  const { status, maintenance, statusUntil, assignee } = alert
  return (
    <span className={styles.state}>
      <span className={styles.status}>{status}</span>
      {assignee !== null && <span>{visibleText(assignee)} has it</span>}
      {maintenance !== undefined && (
        <span>
          by <Link to={buildPath('maintenance', maintenance.windowId)}>{visibleText(maintenance.name)}</Link>
        </span>
      )}
      {statusUntil !== null && (
        <span>
          <Minute word="until" time={statusUntil} />
        </span>
      )}
    </span>
  )
}
