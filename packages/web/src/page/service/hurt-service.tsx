import { SEVERITIES } from '@opsgraph/core/pure'
import { useState } from 'react'
import type { ServiceImpact } from '../../api/impact.js'
import { Button } from '../../ui/button.js'
import { SeverityBadge, severityColor } from '../../ui/severity.js'
import { SeverityCounts } from '../../ui/severity-counts.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { CauseItem } from './cause-item.js'
import { countOf } from './count-of.js'
import styles from './service.module.css'
import { ServiceName } from './service-name.js'

/**
 * The number of root causes that are shown at first if a service has more than `SHOWN + 1` of them. This keeps the
 * entry of a service short, so that many services fit on the screen.
 */
const SHOWN = 3

/**
 * Shows a service that is hurt by alerts: its severity, the time at which the problem began, the numbers of its alerts,
 * and its root causes.
 */
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
      <Causes {...{ causes, causesTotal, topologyId }} />
    </li>
  )
}

function Causes({ causes, causesTotal, topologyId }: Pick<ServiceImpact, 'causes' | 'causesTotal' | 'topologyId'>) {
  const [isOpen, setOpen] = useState(causes.length <= SHOWN + 1)
  const shown = isOpen ? causes : causes.slice(0, SHOWN)
  return (
    <>
      <ol className={styles.causes}>
        {shown.map((cause) => (
          <CauseItem key={cause.alertId} cause={cause} topologyId={topologyId} />
        ))}
      </ol>
      {shown.length < causes.length && (
        <Button className={styles.more} onClick={() => setOpen(true)}>
          Show {causes.length - shown.length} more root causes
        </Button>
      )}
      {isOpen && causesTotal > causes.length && (
        <p className={styles.muted}>And {countOf(causesTotal - causes.length, 'more root cause')}.</p>
      )}
    </>
  )
}
