import { visibleLabel, visibleText } from '@opsgraph/core/browser'
import type { Alert, Topology } from '../../api/schemas.js'
import { SeverityBadge, severityColor } from '../../ui/severity.js'
import { ShowMore } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './alert-list.module.css'
import type { AssignedAlerts } from './assigned-alerts.js'

interface AlertListProps {
  readonly alerts: readonly Alert[]
  /** Tells how each came to its node. */
  readonly assigned: AssignedAlerts
  /** Where the list tells of several nodes: those, and what shows one. */
  readonly nodes?: Topology['nodes']
  readonly onShow?: (nodeId: string) => void
}

export function AlertList({ alerts, assigned, nodes = [], onShow }: AlertListProps) {
  return (
    <ShowMore items={alerts} what="alerts">
      {(shown) => (
        <ul className={styles.list}>
          {shown.map((alert) => (
            <li key={alert.id} className={styles.alert} style={severityColor(alert.severity)}>
              <div className={styles.line}>
                <SeverityBadge severity={alert.severity} />
                {alert.status !== 'open' && <span className={styles.status}>{alert.status}</span>}
                <span className={styles.age}>
                  <TimeAgo time={alert.lastReceiveTime} />
                </span>
              </div>
              <div className={styles.event}>
                {visibleText(alert.event)} <span className={styles.on}>on</span> {visibleLabel(alert.resource)}
              </div>
              {alert.text !== '' && <div className={styles.text}>{visibleText(alert.text)}</div>}
              <Way alert={alert} assigned={assigned} nodes={nodes} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  )
}

interface WayProps {
  readonly alert: Alert
  readonly assigned: AssignedAlerts
  readonly nodes: Topology['nodes']
  readonly onShow: ((nodeId: string) => void) | undefined
}

/** How an alert came to its node, and a way to see that. */
function Way({ alert, assigned, nodes, onShow }: WayProps) {
  const via = assigned.via.get(alert.id)
  const node = nodes.find(({ id }) => id === assigned.nodeOf.get(alert.id))
  const environment = visibleLabel(alert.environment)
  return (
    <div className={styles.way}>
      <span>
        {environment}
        {via !== undefined && ` · rolled up via ${visibleLabel(via)}`}
      </span>
      {node !== undefined && onShow !== undefined && (
        <button type="button" className={styles.show} onClick={() => onShow(node.id)}>
          Show {visibleLabel(node.label)}
        </button>
      )}
    </div>
  )
}
