import { concernsService } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ApiError, isForbidden } from '../../api/api-error.js'
import { catalogEntryQuery, serviceLinksQuery } from '../../api/catalog.js'
import { impactOnQuery, type ServiceImpact, serviceHistoryQuery } from '../../api/impact.js'
import { allSubscriptionsQuery } from '../../api/subscriptions.js'
import { LinkButton } from '../../ui/button.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { Loaded } from '../../ui/loaded.js'
import { EmptyState, Failure, Loading } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath, useServiceInPath } from '../../ui/page-links.js'
import { ServiceContact } from '../../ui/service-contact.js'
import { buildSeverityStyle, SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import { Reasons } from './hurt-service.js'
import styles from './service.module.css'
import { ServiceHistory } from './service-history.js'

/** The page of one service: its state now, why, whom to call, and how its state has changed. */
export function ServiceView() {
  const name = useServiceInPath()
  const query = useQuery(impactOnQuery([name]))
  const impact = query.data?.services.find(({ service }) => service === name)
  return (
    <Page title={visibleText(impact?.name ?? name)} actions={<OtherPages name={name} impact={impact} />}>
      <Loaded query={query} what="the service">
        {() =>
          impact === undefined ? (
            <MissingService name={name} />
          ) : (
            <>
              <CurrentState impact={impact} />
              <ServiceSubscriptions impact={impact} />
              <ServiceHistory name={name} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

interface OtherPagesProps {
  readonly name: string
  readonly impact: ServiceImpact | undefined
}

/** Links to the other pages about the service. */
function OtherPages({ name, impact }: OtherPagesProps) {
  const { topologyId = null } = impact ?? {}
  const { data: entry = null } = useQuery(catalogEntryQuery(name))
  return (
    <>
      {topologyId !== null && (
        <LinkButton to={buildPath('topologies', topologyId)} icon="topology">
          Topology
        </LinkButton>
      )}
      {entry !== null && (
        <LinkButton to={buildPath('catalog', name)} icon="catalog">
          Catalog
        </LinkButton>
      )}
    </>
  )
}

/** The state of the service now, its contact, and the root causes. */
function CurrentState({ impact }: { readonly impact: ServiceImpact }) {
  const { service, name, severity, acknowledged, since, topologyId } = impact
  const links = useQuery(serviceLinksQuery(service))
  return (
    <section
      className={severity === null ? styles.part : styles.service}
      {...(severity !== null && { style: buildSeverityStyle(severity) })}
      aria-label="State now"
    >
      <div className={shared.line}>
        {severity === null ? <b>No alert hurts this service.</b> : <SeverityBadge severity={severity} />}
        {acknowledged && <span className={shared.tag}>acknowledged</span>}
        {name !== service && <span className={shared.muted}>{visibleText(service)}</span>}
        {topologyId === null && <span className={shared.muted}>no topology</span>}
        {severity !== null && since !== null && (
          <span className={styles.age}>
            began <TimeAgo time={since} />
          </span>
        )}
      </div>
      <ServiceContact {...impact} links={links} />
      <ImpactCounts impact={impact} />
      {severity !== null && <Reasons impact={impact} />}
    </section>
  )
}

/** Lists the subscriptions that send messages about a service. Shows nothing if the key may not read subscriptions. */
function ServiceSubscriptions({ impact }: { readonly impact: Pick<ServiceImpact, 'service' | 'owner'> }) {
  const { data, error, refetch } = useQuery(allSubscriptionsQuery)
  if (isForbidden(error)) return null
  const concerned = data?.filter((each) => each.kinds.includes('impact') && concernsService(each, impact)) ?? []
  const hasEnabled = concerned.some(({ enabled }) => enabled)
  return (
    <section className={styles.part} aria-label="Subscriptions">
      <h2 className={styles.title}>Subscriptions</h2>
      {error && <Failure error={error} what="The subscriptions are unknown" onRetry={() => refetch()} />}
      {data !== undefined && !hasEnabled && (
        <p>
          Nobody gets a message when alerts hurt this service.{' '}
          <Link to="/subscriptions/new">Create a subscription</Link>
        </p>
      )}
      {concerned.length > 0 && (
        <ul className={shared.list}>
          {concerned.map(({ id, name, minSeverity, enabled }) => (
            <li key={id} className={styles.line}>
              <Link to={buildPath('subscriptions', id)}>{visibleText(name)}</Link>
              <span className={shared.muted}>{minSeverity} or worse</span>
              {!enabled && <span className={shared.tag}>disabled</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Shown if the service does not exist now. If it existed before, its history is shown. */
function MissingService({ name }: { readonly name: string }) {
  const { data, error } = useQuery(serviceHistoryQuery(name, 24))
  if (data !== undefined) {
    return (
      <>
        <p>No topology, catalog entry or active alert names this service any more.</p>
        <ServiceHistory name={name} />
      </>
    )
  }
  if (error === null) return <Loading what="the history" />
  if (!(error instanceof ApiError) || error.status !== 404) return <Failure error={error} />
  return (
    <EmptyState icon="service" title="There is no service with this name">
      A service exists as soon as it has a topology or an entry in the catalog, or as soon as an alert names it.
    </EmptyState>
  )
}
