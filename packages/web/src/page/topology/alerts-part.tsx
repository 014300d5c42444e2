import type { Alert, Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { Loading } from '../../ui/loading.js'
import { AlertList } from './alert-list.js'
import type { AlertsState, AssignedAlerts } from './assigned-alerts.js'
import styles from './panel.module.css'

interface AlertsPartProps extends Pick<AlertsState, 'assigned' | 'fault'> {
  readonly alertsOf: (assigned: AssignedAlerts) => readonly Alert[]
  /** The text to show if there are no alerts, such as `No active alerts on this node.` */
  readonly none: string
  /** Whether the text is green if there are no alerts: nothing hurts the node or the service in another way. */
  readonly isCalm: boolean
  /**
   * The nodes of the topology; missing if all alerts are on one node. If `nodes` is given, each alert has a button
   * that calls `onShow` with the id of the node of the alert.
   */
  readonly nodes?: Topology['nodes']
  readonly onShow?: (nodeId: string) => void
}

/**
 * Shows a list of alerts. If there are no alerts to show, a text gives the reason: no alert is active, or the alerts
 * could not be read.
 */
export function AlertsPart({ assigned, fault, alertsOf, none, isCalm, nodes, onShow }: AlertsPartProps) {
  if (assigned === undefined) {
    return fault === null ? <Loading what="the alerts" /> : <p className={styles.hint}>Unknown: {fault.message}</p>
  }
  const alerts = alertsOf(assigned)
  if (alerts.length > 0) return <AlertList {...{ alerts, assigned, nodes, onShow }} />
  if (fault !== null)
    return <p className={styles.hint}>Unknown at the moment. There were none when the alerts were last read.</p>
  if (assigned.isPartial)
    return (
      <p className={styles.hint}>
        {none} Alerts that do not name the service are missing, because this key may not read them.
      </p>
    )
  if (!isCalm) return <p className={styles.hint}>{none}</p>
  return (
    <p className={styles.calm}>
      <Icon name="check" /> {none}
    </p>
  )
}
