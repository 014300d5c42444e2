import { SEVERITIES } from '@opsgraph/core/pure'
import type { ServiceImpact } from '../../api/impact.js'
import { SeverityBadge, severityColor } from '../../ui/severity.js'
import { SeverityCounts } from '../../ui/severity-counts.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { CauseItem } from './cause-item.js'
import { countOf } from './count-of.js'
import styles from './service.module.css'
import { ServiceName } from './service-name.js'

/** A service that alerts hurt: its severity, since when, the numbers of alerts, and the root causes. */
export function HurtService({ impact }: { readonly impact: ServiceImpact }) {
  const { service, name, topologyId, severity, acknowledged, counts, since, causes, causesTotal } = impact
  const open = SEVERITIES.flatMap((each) => {
    const count = counts[each]
    return count === undefined ? [] : [{ severity: each, count }]
  })
  if (severity === null) return null
  return (
    <li className={styles.service} style={severityColor(severity)}>
      <div className={styles.head}>
        <SeverityBadge severity={severity} />
        <h2 className={styles.title}>
          <ServiceName name={name} topologyId={topologyId} />
        </h2>
        {name !== service && <span className={styles.muted}>{service}</span>}
        {topologyId === null && <span className={styles.muted}>no topology</span>}
        {acknowledged && <span className={styles.status}>acknowledged</span>}
        {since !== null && (
          <span className={styles.age}>
            began <TimeAgo time={since} />
          </span>
        )}
      </div>
      <SeverityCounts open={open} acknowledged={impact.acknowledgedCount} silenced={impact.silencedCount} />
      <h3 className={styles.subtitle}>{causesTotal === 1 ? 'Root cause' : `${causesTotal} root causes`}</h3>
      <ol className={styles.causes}>
        {causes.map((cause) => (
          <CauseItem key={cause.alertId} cause={cause} topologyId={topologyId} />
        ))}
      </ol>
      {causesTotal > causes.length && (
        <p className={styles.muted}>And {countOf(causesTotal - causes.length, 'more root cause')}.</p>
      )}
    </li>
  )
}
