import type { Alert, Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { Loading } from '../../ui/loading.js'
import { AlertList } from './alert-list.js'
import type { AlertsState, AssignedAlerts } from './assigned-alerts.js'
import styles from './panel.module.css'

interface AlertsPartProps extends AlertsState {
  readonly alertsOf: (assigned: AssignedAlerts) => readonly Alert[]
  /** The text if there are no alerts, such as `No active alerts on this node.` */
  readonly calm: string
  /** Given if the alerts are on several nodes: the nodes, and the callback that shows one. */
  readonly nodes?: Topology['nodes']
  readonly onShow?: (nodeId: string) => void
}

/** A list of alerts, or a text that says why there is none: no alert is active, or the alerts are unknown. */
export function AlertsPart({ assigned, fault, alertsOf, calm, nodes, onShow }: AlertsPartProps) {
  if (assigned === undefined) {
    return fault === null ? <Loading what="the alerts" /> : <p className={styles.hint}>Unknown: {fault.message}</p>
  }
  const alerts = alertsOf(assigned)
  if (alerts.length > 0) return <AlertList {...{ alerts, assigned, nodes, onShow }} />
  if (fault !== null)
    return <p className={styles.hint}>Unknown at the moment. There were none when the alerts were last read.</p>
  return (
    <p className={styles.calm}>
      <Icon name="check" /> {calm}
    </p>
  )
}
