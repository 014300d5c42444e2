import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Cause, impactOnQuery, rootCausesQuery } from '../../api/impact.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { Listing, usePageNumber } from '../../ui/listing.js'
import { Page } from '../../ui/page.js'
import { CauseItem } from './resource-path.js'
import styles from './service.module.css'

/** The page with all root causes of one service. */
export function RootCauses() {
  const [search] = useSearchParams()
  const service = search.get('service') ?? ''
  const [page] = usePageNumber()
  const list = useQuery(rootCausesQuery(service, page))
  return (
    <Page title={`Root causes of ${visibleText(service)}`}>
      {list.data && <Numbers service={service} />}
      <Listing query={list} what="the root causes" empty={<NoCauses />}>
        {({ causes }) => <Causes causes={causes} service={service} />}
      </Listing>
    </Page>
  )
}

/** The numbers of the alerts that hurt the service. */
function Numbers({ service }: { readonly service: string }) {
  const { data, error } = useQuery(impactOnQuery([service]))
  const [impact] = data?.services ?? []
  if (error) return <Failure error={error} what="The numbers of alerts are unknown" />
  return impact && <ImpactCounts impact={impact} />
}

function NoCauses() {
  return (
    <EmptyState icon="service" title="No alert hurts this service">
      <p>Root causes are listed here as soon as an alert hurts the service.</p>
    </EmptyState>
  )
}

function Causes({ causes, service }: { readonly causes: readonly Cause[]; readonly service: string }) {
  const [impact] = useQuery(impactOnQuery([service])).data?.services ?? []
  return (
    <ol className={styles.causes} aria-label="Root causes">
      {causes.map((cause) => (
        <CauseItem key={cause.alertId} cause={cause} topologyId={impact?.topologyId ?? null} />
      ))}
    </ol>
  )
}
