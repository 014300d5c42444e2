import type { Severity } from '@opsgraph/core/browser'
import { Icon } from '../../ui/icon.js'
import { SeverityBadge } from '../../ui/severity.js'
import styles from './severity-counts.module.css'

interface SeverityCountsProps {
  readonly counts: readonly { readonly severity: Severity; readonly count: number }[]
}

/** How many alerts of each severity there are; that there are none is said, and not left blank. */
export function SeverityCounts({ counts }: SeverityCountsProps) {
  if (counts.length === 0) {
    return (
      <span className={styles.calm}>
        <Icon name="check" />
        no active alerts
      </span>
    )
  }
  return (
    <span className={styles.counts}>
      {counts.map(({ severity, count }) => (
        <SeverityBadge key={severity} severity={severity} count={count} />
      ))}
    </span>
  )
}
