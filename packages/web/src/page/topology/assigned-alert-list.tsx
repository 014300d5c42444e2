import type { Severity } from '@opsgraph/core'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Alert, Topology } from '../../api/schemas.js'
import { AlertState } from '../../ui/alert-state.js'
import { Icon } from '../../ui/icon.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Loading } from '../../ui/message.js'
import { buildPath } from '../../ui/page-links.js'
import { buildSeverityStyle, SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './assigned-alert-list.module.css'
import type { AlertsState, AssignedAlerts } from './assigned-alerts.js'

interface AssignedAlertListProps {
  readonly state: AlertsState
  readonly alertsOf: (assigned: AssignedAlerts) => readonly Alert[]
  /** The text to show if there are no alerts, such as `No active alerts on this node.` */
  readonly none: string
  /**
   * Whether the text is green if there are no alerts. It must not be green if anything else hurts the node or the
   * service.
   */
  readonly isCalm: boolean
  /**
   * The nodes of the topology; missing if all alerts are on one node. If `nodes` is given, each alert has a button
   * that calls `onShow` with the id of the node of the alert.
   */
  readonly nodes?: Topology['nodes']
  readonly onShow?: (nodeId: string) => void
}

/**
 * Shows a list of alerts. If it is empty, a text gives the reason: no alert is active, or the alerts could not be read.
 */
export function AssignedAlertList({
  state: { assigned, fault },
  alertsOf,
  none,
  isCalm,
  ...shown
}: AssignedAlertListProps) {
  if (assigned === undefined) {
    return fault === null ? <Loading what="the alerts" /> : <p className={shared.muted}>Unknown: {fault.message}</p>
  }
  const alerts = alertsOf(assigned)
  if (alerts.length > 0) {
    return (
      <LongList items={alerts} what="alerts" className={shared.list}>
        {(alert) => <AlertItem key={alert.id} {...{ alert, assigned }} {...shown} />}
      </LongList>
    )
  }
  if (fault !== null)
    return <p className={shared.muted}>Unknown at the moment. There were none when the alerts were last read.</p>
  if (assigned.isPartial)
    return (
      <p className={shared.muted}>
        {none} Alerts that do not name the service are missing, because this key may not read them.
      </p>
    )
  return (
    <p className={isCalm ? stage.calm : shared.muted}>
      {isCalm && <Icon name="check" />} {none}
    </p>
  )
}

/** Describes the effect of redundancy on an alert on the path to its node. */
function describeLowering(arrives: Severity | null): string {
  return arrives === null ? 'held by redundancy' : `lowered to ${arrives} by redundancy`
}

interface AlertItemProps extends Pick<AssignedAlertListProps, 'nodes' | 'onShow'> {
  readonly alert: Alert
  /** Says to which node the alert is assigned. */
  readonly assigned: AssignedAlerts
}

/**
 * An alert with its environment. If the alert was rolled up, also shows the ancestor whose node shows it, and whether
 * redundancy lowers or holds it there. If the server received the alert more than once, also shows when it was last
 * received.
 */
function AlertItem({ alert, assigned, nodes, onShow }: AlertItemProps) {
  const via = assigned.via.get(alert.id)
  const nodeId = assigned.nodeOf.get(alert.id)
  const node = nodes?.find(({ id }) => id === nodeId)
  const arrives = assigned.arrives.get(alert.id)
  return (
    <li className={styles.alert} style={arrives === null ? undefined : buildSeverityStyle(arrives ?? alert.severity)}>
      <div className={styles.line}>
        <SeverityBadge severity={alert.severity} />
        {alert.status !== 'open' && <AlertState alert={alert} />}
        {arrives !== undefined && <span className={styles.lowered}>{describeLowering(arrives)}</span>}
        <span className={styles.age}>
          began <TimeAgo time={alert.activeSince} />
        </span>
      </div>
      <div className={styles.event}>
        <Link to={buildPath('alerts', alert.id)}>
          {visibleText(alert.event)} <span className={styles.on}>on</span> {visibleLabel(alert.resource)}
        </Link>
      </div>
      {alert.text !== '' && <div className={shared.muted}>{visibleText(alert.text)}</div>}
      <div className={joinClasses(shared.muted, styles.way)}>
        <span>
          {visibleLabel(alert.environment)}
          {via !== undefined && ` · rolled up via ${visibleLabel(via)}`}
          {nodeId === undefined && ' · on no node'}
          {alert.duplicateCount > 0 && (
            <>
              {' '}
              · last seen <TimeAgo time={alert.lastReceiveTime} />
            </>
          )}
        </span>
        {node && (
          <button type="button" className={shared.link} onClick={() => onShow?.(node.id)}>
            Show {visibleLabel(node.label)}
          </button>
        )}
      </div>
    </li>
  )
}
