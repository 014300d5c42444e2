import { isActive } from '@opsgraph/core/pure'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { alertQuery } from '../../api/alerts.js'
import { alertImpactQuery } from '../../api/impact.js'
import type { operations } from '../../api/schema.js'
import type { Alert } from '../../api/schemas.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { SeverityBadge } from '../../ui/severity.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { NamedAlerts } from './named-alerts.js'
import { ResourcePath } from './resource-path.js'
import styles from './service.module.css'
import { ServiceName } from './service-name.js'

type ImpactOfAlert = operations['readAlertImpact']['responses'][200]['content']['application/json']

/**
 * The page of an alert. It shows the alert, the services that the alert reaches, the alerts that explain it, and the
 * alerts that it explains.
 */
export function AlertView() {
  const { id = '' } = useParams()
  const alert = useQuery(alertQuery(id))
  const impact = useQuery(alertImpactQuery(id))
  const error = alert.error ?? impact.error
  const title = alert.data && `${visibleLabel(alert.data.resource)} · ${visibleText(alert.data.event)}`
  return (
    <Page title={title ?? 'Alert'}>
      {alert.isPending && <Loading what="the alert" />}
      {error && <Failure error={error} onRetry={() => Promise.all([alert.refetch(), impact.refetch()])} />}
      {alert.data && <Facts alert={alert.data} />}
      {alert.data && impact.data && <Impact impact={impact.data} isActive={isActive(alert.data.status)} />}
    </Page>
  )
}

function Facts({ alert }: { readonly alert: Alert }) {
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <SeverityBadge severity={alert.severity} />
        <span className={styles.status}>{alert.status}</span>
        <span>{visibleLabel(alert.environment)}</span>
        <span className={styles.age}>
          began <TimeAgo time={alert.activeSince} />
        </span>
      </div>
      {alert.text !== '' && <p className={styles.text}>{visibleText(alert.text)}</p>}
    </div>
  )
}

interface ImpactProps {
  readonly impact: ImpactOfAlert
  readonly isActive: boolean
}

function Impact({ impact: { services, explainedBy, explains, circle }, isActive: counts }: ImpactProps) {
  if (!counts) return <p className={styles.muted}>This alert is over: it hurts nothing.</p>
  return (
    <>
      <Part title="Services" count={services.length} none="This alert reaches no service.">
        <ul className={styles.causes}>
          {services.map(({ service, name, topologyId, nodeId, path, counts: isCounted }) => (
            <li key={service} className={styles.cause}>
              <ServiceName {...{ name, topologyId, nodeId }} />
              {path.length > 1 && <ResourcePath path={path} />}
              {!isCounted && (
                <span className={styles.muted}>
                  does not count: the alert is silenced, or the catalog leaves it out
                </span>
              )}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Explained by" count={explainedBy.length} none="No other alert explains this alert.">
        <NamedAlerts alerts={explainedBy} />
      </Part>
      <Part title="Explains" count={explains.length} none="This alert explains no other alert.">
        <NamedAlerts alerts={explains} />
      </Part>
      {circle.length > 0 && (
        <Part title="In a circle with" count={circle.length} none="">
          <NamedAlerts alerts={circle} />
        </Part>
      )}
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly count: number
  /** The text to show if `count` is 0. */
  readonly none: string
  readonly children: ReactNode
}

function Part({ title, count, none, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.subtitle}>{count === 0 ? title : `${title} (${count.toLocaleString()})`}</h2>
      {count === 0 ? <p className={styles.muted}>{none}</p> : children}
    </section>
  )
}
