import { visibleLabel, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { NamedAlert } from '../../api/impact.js'
import { buildPath } from '../../ui/page-links.js'
import { SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './service.module.css'

interface NamedAlertsProps {
  readonly alerts: readonly NamedAlert[]
  /** A sentence about some of the alerts, by id. */
  readonly notes?: ReadonlyMap<string, string>
}

/** A list of alerts, each with a link to its page. */
export function NamedAlerts({ alerts, notes }: NamedAlertsProps) {
  return (
    <LongList items={alerts} what="alerts" className={shared.list}>
      {(alert) => (
        <li key={alert.alertId} className={styles.cause}>
          <AlertLine alert={alert} />
          <div className={styles.facts}>{visibleLabel(alert.environment)}</div>
          {notes?.has(alert.alertId) && <div>{visibleText(notes.get(alert.alertId) ?? '')}</div>}
        </li>
      )}
    </LongList>
  )
}

/** One line about an alert, with a link to the page of the alert. */
export function AlertLine({ alert }: { readonly alert: NamedAlert }) {
  const { alertId, resource, event, severity, status, since } = alert
  return (
    <div className={styles.line}>
      <SeverityIcon severity={severity} label={severity} />
      <Link className={styles.alert} to={buildPath('alerts', alertId)}>
        {visibleLabel(resource)} · {visibleText(event)}
      </Link>
      {status !== 'open' && <span className={shared.tag}>{status}</span>}
      <span className={styles.age}>
        <TimeAgo time={since} />
      </span>
    </div>
  )
}
