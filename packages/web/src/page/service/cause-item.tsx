import { visibleLabel } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Cause } from '../../api/impact.js'
import { AlertLine } from './alert-line.js'
import { countOf } from './count-of.js'
import { ResourcePath } from './resource-path.js'
import styles from './service.module.css'
import { topologyPath } from './service-name.js'

interface CauseItemProps {
  readonly cause: Cause
  /** The id of the topology of the service; `null` if the service has no topology. */
  readonly topologyId: string | null
}

/** A root cause: its alert, the path from its resource to the service, and the number of alerts that it explains. */
export function CauseItem({ cause, topologyId }: CauseItemProps) {
  const { explains, explainsMore, path, nodeId, alerts, alertsMore } = cause
  return (
    <li className={styles.cause}>
      <AlertLine alert={cause} />
      {path.length > 1 && <ResourcePath path={path} />}
      <div className={styles.facts}>
        <span>{visibleLabel(cause.environment)}</span>
        {explains > 0 && (
          <b className={styles.explains}>
            explains {explainsMore && 'more than '}
            {countOf(explains, 'alert')}
          </b>
        )}
        {alerts !== undefined && (
          <span>
            in a circle with {alerts.map(({ resource }) => visibleLabel(resource)).join(', ')}
            {alertsMore && ' and others'}
          </span>
        )}
        {topologyId !== null && nodeId !== null && (
          <Link to={topologyPath(topologyId, nodeId)}>Show in the topology</Link>
        )}
      </div>
    </li>
  )
}
