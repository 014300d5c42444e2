import { SEVERITIES } from '@opsgraph/core/pure'
import { ATTENDED, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { HoldingWindows, ServiceImpact } from '../api/impact.js'
import { buildHeldAlertsPath, buildHurtingAlertsPath } from './alert-paths.js'
import { Icon } from './icon.js'
import styles from './impact-counts.module.css'
import { Redundancy } from './redundancy.js'
import { SeverityBadge } from './severity.js'
import { Until } from './time-ago.js'

/**
 * Shows how alerts hurt a service: the number of open alerts for each severity, or, if only acknowledged alerts are
 * left, the worst severity of these; then the numbers of acknowledged and silenced alerts, then the maintenance windows and the redundancy rules that hold
 * alerts. Every page shows these numbers in this way, from `GET /api/impact`. It is green only if the service is calm.
 */
export function ImpactCounts({ impact }: { readonly impact: ServiceImpact }) {
  const { service, severity: worst, acknowledged, counts, acknowledgedCount, silencedCount, redundancy } = impact
  if (isCalm(impact)) {
    return (
      <span className={styles.calm}>
        <Icon name="check" />
        no active alerts
      </span>
    )
  }
  return (
    <>
      <span className={styles.counts}>
        {SEVERITIES.map((severity) => {
          const count = counts[severity]
          if (count === undefined) return undefined
          return (
            <Link
              key={severity}
              className={styles.link}
              to={buildHurtingAlertsPath(service, 'unacknowledged', redundancy.length === 0 ? severity : undefined)}
            >
              <SeverityBadge severity={severity} count={count} />
            </Link>
          )
        })}
        {acknowledged && worst !== null && <SeverityBadge severity={worst} />}
        {acknowledgedCount > 0 && (
          <Link className={styles.attended} to={buildHurtingAlertsPath(service, 'acknowledged')}>
            {ATTENDED} {acknowledgedCount} acknowledged
          </Link>
        )}
        {silencedCount > 0 && (
          <Link className={styles.attended} to={buildHurtingAlertsPath(service, 'silenced')}>
            {silencedCount} silenced
          </Link>
        )}
      </span>
      <WindowHolds {...impact} />
      <Redundancy {...impact} />
    </>
  )
}

type Calmness = Pick<ServiceImpact, 'severity' | 'silencedCount' | 'heldCount' | 'redundancy'>

/**
 * Whether nothing hurts a service, none of its alerts is silenced or held, and no redundant part of it has failed. Only
 * then may a page be green.
 */
export function isCalm({ severity, silencedCount, heldCount, redundancy }: Calmness): boolean {
  return severity === null && silencedCount === 0 && heldCount === 0 && redundancy.length === 0
}

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
          <Link to={buildHeldAlertsPath(id, service)}>{count.toLocaleString()}</Link>{' '}
          {until === null ? '(it is over)' : <Until time={until} />}
        </li>
      ))}
      {windowsMore && <li>other windows hold more</li>}
    </ul>
  )
}
