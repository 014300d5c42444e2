import { visibleLabel, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Alert, Topology } from '../../api/schemas.js'
import { AlertState } from '../../ui/alert-state.js'
import { SeverityBadge, severityColor } from '../../ui/severity.js'
import { ShowMore } from '../../ui/show-more.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './alert-list.module.css'
import type { AssignedAlerts } from './assigned-alerts.js'

interface AlertListProps {
  readonly alerts: readonly Alert[]
  /** Says to which node each alert is assigned. */
  readonly assigned: AssignedAlerts
  /**
   * The nodes of the topology; `undefined` if all alerts are on one node. If `nodes` is given, each alert has a button
   * that calls `onShow` with the id of the node of the alert.
   */
  readonly nodes: Topology['nodes'] | undefined
  readonly onShow: ((nodeId: string) => void) | undefined
}

export function AlertList({ alerts, assigned, nodes, onShow }: AlertListProps) {
  return (
    <ShowMore items={alerts} what="alerts">
      {(shown) => (
        <ul className={styles.list}>
          {shown.map((alert) => (
            <li key={alert.id} className={styles.alert} style={severityColor(alert.severity)}>
              <div className={styles.line}>
                <SeverityBadge severity={alert.severity} />
                {alert.status !== 'open' && <AlertState alert={alert} />}
                <span className={styles.age}>
                  began <TimeAgo time={alert.activeSince} />
                </span>
              </div>
              <div className={styles.event}>
                <Link to={`/alerts/${encodeURIComponent(alert.id)}`}>
                  {visibleText(alert.event)} <span className={styles.on}>on</span> {visibleLabel(alert.resource)}
                </Link>
              </div>
              {alert.text !== '' && <div className={styles.text}>{visibleText(alert.text)}</div>}
              <AlertDetails alert={alert} assigned={assigned} nodes={nodes} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  )
}

interface AlertDetailsProps extends Omit<AlertListProps, 'alerts'> {
  readonly alert: Alert
}

/**
 * Shows the environment of an alert. If the alert was rolled up, also shows the name of the ancestor whose node shows
 * the alert. If the server received the alert more than once, also shows the time of the last receipt. If `nodes` is
 * given, a button shows the node of the alert.
 */
function AlertDetails({ alert, assigned, nodes, onShow }: AlertDetailsProps) {
  const via = assigned.via.get(alert.id)
  const nodeId = assigned.nodeOf.get(alert.id)
  const node = nodes?.find(({ id }) => id === nodeId)
  const environment = visibleLabel(alert.environment)
  return (
    <div className={styles.way}>
      <span>
        {environment}
        {via !== undefined && ` · rolled up via ${visibleLabel(via)}`}
        {nodeId === undefined && ' · on no node'}
        {alert.duplicateCount > 0 && (
          <>
            {' '}
            · last seen <TimeAgo time={alert.lastReceiveTime} />
          </>
        )}
      </span>
      {node !== undefined && onShow !== undefined && (
        <button type="button" className={styles.show} onClick={() => onShow(node.id)}>
          Show {visibleLabel(node.label)}
        </button>
      )}
    </div>
  )
}
