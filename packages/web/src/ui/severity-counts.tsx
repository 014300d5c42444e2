import type { Severity } from '@opsgraph/core'
import { ATTENDED } from '@opsgraph/draw'
import { Icon } from './icon.js'
import { SeverityBadge } from './severity.js'
import styles from './severity-counts.module.css'

/** The numbers of active alerts, by severity and status. */
export interface AlertTotals {
  /** The numbers of open alerts by severity, the worst severity first. */
  readonly open: readonly { readonly severity: Severity; readonly count: number }[]
  readonly acknowledged: number
  readonly silenced: number
}

/**
 * Shows the number of open alerts for each severity, then the numbers of acknowledged and silenced alerts. If there are
 * no alerts, it shows a text that says so.
 */
export function SeverityCounts({ open, acknowledged, silenced }: AlertTotals) {
  if (open.length + acknowledged + silenced === 0) {
    return (
      <span className={styles.calm}>
        <Icon name="check" />
        no active alerts
      </span>
    )
  }
  return (
    <span className={styles.counts}>
      {open.map(({ severity, count }) => (
        <SeverityBadge key={severity} severity={severity} count={count} />
      ))}
      {acknowledged > 0 && (
        <span className={styles.attended}>
          {ATTENDED} {acknowledged} acknowledged
        </span>
      )}
      {silenced > 0 && <span className={styles.attended}>{silenced} silenced</span>}
    </span>
  )
}
