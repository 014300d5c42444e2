import type { Severity } from '@opsgraph/core'
import { SeverityBadge } from '../../ui/severity.js'
import styles from './subscription.module.css'

interface StateStepProps {
  readonly from: Severity | null
  readonly to: Severity | null
  readonly acknowledged?: boolean
}

/** What a message says: the state, and what was told before. */
export function StateStep({ from, to, acknowledged = false }: StateStepProps) {
  return (
    <span className={styles.step}>
      {to === null ? 'over' : <SeverityBadge severity={to} />}
      {acknowledged && 'acknowledged'}
      {from !== null && from !== to && `(before: ${from})`}
    </span>
  )
}
