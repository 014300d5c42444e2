import { useState } from 'react'
import { Link } from 'react-router'
import type { ServiceImpact } from '../../api/impact.js'
import { Button } from '../../ui/button.js'
import { formatHealthyChildren, ImpactCounts } from '../../ui/impact-counts.js'
import { buildPath, TopologyLink } from '../../ui/page-links.js'
import { ServiceContact } from '../../ui/service-contact.js'
import { buildSeverityStyle, SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import { AlertLine, CauseItem, ServiceName } from './named-alerts.js'
import styles from './service.module.css'

/**
 * The number of root causes that are shown at first if a service has at least two more than that. So the entry of a
 * service stays short, and many services fit on the screen.
 */
const CAUSES_SHOWN_AT_FIRST = 3

/**
 * Shows a service that is hurt by alerts: its severity, the time at which the problem began, the numbers of its alerts,
 * its worst alert, and its root causes.
 */
export function HurtService({ impact }: { readonly impact: ServiceImpact }) {
  const { service, name, topologyId, severity, acknowledged, since } = impact
  if (severity === null) return null
  return (
    <li className={styles.service} style={buildSeverityStyle(severity)}>
      <div className={shared.line}>
        <SeverityBadge severity={severity} />
        <h2 className={styles.title}>
          <ServiceName service={service} name={name} />
        </h2>
        {name !== service && <span className={shared.muted}>{service}</span>}
        <TopologyOrNone topologyId={topologyId} />
        {acknowledged && <span className={shared.tag}>acknowledged</span>}
        {since !== null && (
          <span className={styles.age}>
            began <TimeAgo time={since} />
          </span>
        )}
      </div>
      <ServiceContact {...impact} />
      <ImpactCounts impact={impact} />
      <Reasons impact={impact} />
    </li>
  )
}

/**
 * Shows a service that no alert hurts, although one of its redundancy rules has too few healthy children. Names the
 * worst such rule.
 */
export function ThreatenedService({ impact }: { readonly impact: ServiceImpact }) {
  const { service, name, redundancy } = impact
  const [worst] = redundancy
  return (
    <li className={styles.threatened}>
      <div className={shared.line}>
        <h2 className={styles.title}>
          <ServiceName {...impact} />
        </h2>
        {name !== service && <span className={shared.muted}>{service}</span>}
        <TopologyOrNone {...impact} />
        {worst && <span className={shared.broken}>not hurt, but {formatHealthyChildren(worst)}</span>}
      </div>
      <ServiceContact {...impact} />
      <ImpactCounts impact={impact} />
    </li>
  )
}

/** A link to the topology of a service, or the text `no topology`. */
function TopologyOrNone({ topologyId }: Pick<ServiceImpact, 'topologyId'>) {
  return (
    <span className={styles.facts}>
      {topologyId === null ? 'no topology' : <TopologyLink topologyId={topologyId}>Topology</TopologyLink>}
    </span>
  )
}

/** The root causes of a service, and its worst alert, unless this alert is one of the shown causes. */
export function Reasons({
  impact: { service, topologyId, worst, causes, causesTotal },
}: {
  readonly impact: ServiceImpact
}) {
  const [isOpen, setOpen] = useState(causes.length <= CAUSES_SHOWN_AT_FIRST + 1)
  const shown = isOpen ? causes : causes.slice(0, CAUSES_SHOWN_AT_FIRST)
  const isNamed = worst === null || shown.some(({ alertId }) => alertId === worst.alertId)
  return (
    <>
      {!isNamed && (
        <>
          <h3 className={styles.subtitle}>Worst alert</h3>
          <AlertLine alert={worst} />
        </>
      )}
      <h3 className={styles.subtitle}>{causesTotal === 1 ? 'Root cause' : `${causesTotal} root causes`}</h3>
      <ol className={shared.list}>
        {shown.map((cause) => (
          <CauseItem key={cause.alertId} cause={cause} topologyId={topologyId} />
        ))}
      </ol>
      {shown.length < causes.length && (
        <Button className={styles.more} onClick={() => setOpen(true)}>
          Show {causes.length - shown.length} more root causes
        </Button>
      )}
      {causesTotal > causes.length && (
        <Link className={styles.more} to={`${buildPath('services', service)}/causes`}>
          All {causesTotal.toLocaleString()} root causes
        </Link>
      )}
    </>
  )
}
