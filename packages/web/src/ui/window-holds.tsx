import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { HoldingWindows } from '../api/impact.js'
import { alertsHeldBy } from './alert-addresses.js'
import styles from './impact-counts.module.css'
import { Until } from './time-ago.js'

interface WindowHoldsProps extends HoldingWindows {
  /** The service that counts the alerts; missing = all alerts are counted. */
  readonly service?: string
}

/** The maintenance windows that hold alerts, how many alerts each of them holds, with a link to them, and until when. */
export function WindowHolds({ windows, windowsMore, service }: WindowHoldsProps) {
  if (windows.length === 0) return null
  return (
    <ul className={styles.holds}>
      {windows.map(({ id, name, count, until }) => (
        <li key={id}>
          <Link to={`/maintenance/${encodeURIComponent(id)}`}>{visibleText(name)}</Link> holds{' '}
          <Link to={alertsHeldBy(id, service)}>{count.toLocaleString()}</Link>{' '}
          {until === null ? '(it is over)' : <Until time={until} />}
        </li>
      ))}
      {windowsMore && <li>other windows hold more</li>}
    </ul>
  )
}
