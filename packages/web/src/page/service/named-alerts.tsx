import { visibleLabel } from '@opsgraph/draw'
import type { NamedAlert } from '../../api/impact.js'
import { ShowMore } from '../../ui/show-more.js'
import { AlertLine } from './alert-line.js'
import styles from './service.module.css'

/** A list of alerts, each with a link to its page. */
export function NamedAlerts({ alerts }: { readonly alerts: readonly NamedAlert[] }) {
  return (
    <ShowMore items={alerts} what="alerts">
      {(shown) => (
        <ul className={styles.causes}>
          {shown.map((alert) => (
            <li key={alert.alertId} className={styles.cause}>
              <AlertLine alert={alert} />
              <div className={styles.facts}>{visibleLabel(alert.environment)}</div>
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  )
}
