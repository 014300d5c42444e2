import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { serviceLinksQuery } from '../../api/catalog.js'
import { impactOnQuery, rootCausesQuery } from '../../api/impact.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState, Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { useServiceInPath } from '../../ui/page-links.js'
import { ServiceContact } from '../../ui/service-contact.js'
import shared from '../../ui/shared.module.css'
import { CauseItem } from './named-alerts.js'

/** The page with all root causes of one service. */
export function RootCauses() {
  const service = useServiceInPath()
  const [page] = usePageNumber()
  const list = useQuery(rootCausesQuery(service, page))
  const { data, error } = useQuery({ ...impactOnQuery([service]), enabled: list.data !== undefined })
  const links = useQuery(serviceLinksQuery(service))
  const [impact] = data?.services ?? []
  return (
    <Page title={`Root causes of ${visibleText(service)}`}>
      {error && <Failure error={error} what="The numbers of alerts are unknown" />}
      {impact && <ServiceContact {...impact} links={links} />}
      {!error && impact && <ImpactCounts impact={impact} />}
      <Listing query={list} what="the root causes" empty={<NoCauses />}>
        {({ causes }) => (
          <ol className={shared.list} aria-label="Root causes">
            {causes.map((cause) => (
              <CauseItem key={cause.alertId} cause={cause} topologyId={impact?.topologyId ?? null} />
            ))}
          </ol>
        )}
      </Listing>
    </Page>
  )
}

function NoCauses() {
  return (
    <EmptyState icon="service" title="No alert hurts this service">
      Root causes are listed here as soon as an alert hurts the service.
    </EmptyState>
  )
}
