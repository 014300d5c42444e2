import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { HoldingWindows } from '../api/impact.js'
import styles from './impact-counts.module.css'

/** The maintenance windows that hold alerts, how many alerts each of them holds, and until when. */
export function WindowHolds({ windows, windowsMore }: HoldingWindows) {
  if (windows.length === 0) return null
  return (
    <ul className={styles.holds}>
      {windows.map(({ id, name, count, until }) => (
        <li key={id}>
          <Link to={`/maintenance/${encodeURIComponent(id)}`}>{visibleText(name)}</Link> holds {count.toLocaleString()}{' '}
          {until === null ? (
            '(it is over)'
          ) : (
            <>
              until <time dateTime={until}>{untilText(until)}</time>
            </>
          )}
        </li>
      ))}
      {windowsMore && <li>other windows hold more</li>}
    </ul>
  )
}

function untilText(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
