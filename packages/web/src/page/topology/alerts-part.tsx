import type { Alert, Topology } from '../../api/schemas.js'
import { Icon } from '../../ui/icon.js'
import { Loading } from '../../ui/loading.js'
import { AlertList } from './alert-list.js'
import type { AlertsState, AssignedAlerts } from './assigned-alerts.js'
import styles from './panel.module.css'

interface AlertsPartProps extends AlertsState {
  readonly alertsOf: (assigned: AssignedAlerts) => readonly Alert[]
  /** What is true if there are none: `No active alerts on this node.` */
  readonly calm: string
  /** If the alerts are on several nodes: the nodes, and what shows one. */
  readonly nodes?: Topology['nodes']
  readonly onShow?: (nodeId: string) => void
}

/** A list of alerts, or why there is none: none are active, or they are not known. */
export function AlertsPart({ assigned, fault, alertsOf, calm, nodes, onShow }: AlertsPartProps) {
  if (assigned === undefined) {
    return fault === null ? <Loading what="the alerts" /> : <p className={styles.hint}>Not known: {fault.message}</p>
  }
  const alerts = alertsOf(assigned)
  if (alerts.length > 0) return <AlertList {...{ alerts, assigned, nodes, onShow }} />
  if (fault !== null)
    return <p className={styles.hint}>Not known now. There were none when the alerts were last read.</p>
  return (
    <p className={styles.calm}>
      <Icon name="check" /> {calm}
    </p>
  )
}
