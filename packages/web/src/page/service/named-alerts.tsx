import type { Severity } from '@opsgraph/core'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { Cause, NamedAlert } from '../../api/impact.js'
import { formatCount } from '../../ui/format.js'
import { buildPath, TopologyLink } from '../../ui/page-links.js'
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

/**
 * The maximum number of resources of a path that is shown as a whole. In a longer path, the resources in the middle are
 * hidden at first.
 */
const MAX_WHOLE_PATH = 6
/** The number of resources that are shown at each end of a longer path. */
const SHOWN_AT_EACH_END = 2

/**
 * Shows the path from the resource of an alert up to the resource that has a node in the topology of a service. If the
 * path is long, the user can show the hidden resources.
 */
export function ResourcePath({ path }: { readonly path: readonly string[] }) {
  const [isWhole, setWhole] = useState(path.length <= MAX_WHOLE_PATH)
  const shown = isWhole ? path : [...path.slice(0, SHOWN_AT_EACH_END), ...path.slice(-SHOWN_AT_EACH_END)]
  return (
    <div className={styles.path}>
      {shown.map((resource, index) => (
        <Fragment key={resource}>
          {index > 0 && (
            <>
              <span aria-hidden="true">→</span>
              <span className="unseen">hurts</span>
            </>
          )}
          {!isWhole && index === SHOWN_AT_EACH_END && (
            <>
              <button
                type="button"
                className={styles.unfold}
                aria-label={`Show the ${path.length - shown.length} resources between`}
                onClick={() => setWhole(true)}
              >
                …
              </button>
              <span aria-hidden="true">→</span>
            </>
          )}
          <span className={styles.step}>{visibleLabel(resource)}</span>
        </Fragment>
      ))}
    </div>
  )
}

interface ServiceNameProps {
  readonly service: string
  readonly name: string
}

/** The name of a service, which is a link to the page of the service. */
export function ServiceName({ service, name }: ServiceNameProps) {
  return (
    <Link className={styles.name} to={buildPath('services', service)}>
      {visibleLabel(name)}
    </Link>
  )
}

/**
 * Says which severity an alert has at a service after redundancy rules have lowered it; `null` = they hold the alert.
 */
export function formatArrival(severity: Severity, arrives: Severity | null): string {
  return arrives === null ? `${severity}, nothing arrives` : `${severity}, arrives as ${arrives}`
}

interface CauseItemProps {
  readonly cause: Cause
  /** The id of the topology of the service; `null` if the service has no topology. */
  readonly topologyId: string | null
}

/** A root cause: its alert, the path from its resource to the service, and the number of alerts that it explains. */
export function CauseItem({ cause, topologyId }: CauseItemProps) {
  const { severity, arrives, explains, explainsMore, path, nodeId, alerts, alertsMore } = cause
  return (
    <li className={styles.cause}>
      <AlertLine alert={cause} />
      {path.length > 1 && <ResourcePath path={path} />}
      <div className={styles.facts}>
        <span>{visibleLabel(cause.environment)}</span>
        {arrives !== severity && <span>{formatArrival(severity, arrives)}</span>}
        {explains > 0 && (
          <b className={styles.explains}>
            explains {explainsMore && 'more than '}
            {formatCount(explains, 'alert')}
          </b>
        )}
        {alerts !== undefined && (
          <span>
            in a circle with {alerts.map(({ resource }) => visibleLabel(resource)).join(', ')}
            {alertsMore && ' and others'}
          </span>
        )}
        {nodeId !== null && (
          <TopologyLink topologyId={topologyId} nodeId={nodeId}>
            Show in the topology
          </TopologyLink>
        )}
      </div>
    </li>
  )
}
