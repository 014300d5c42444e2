import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Cause, impactOnQuery, rootCausesQuery } from '../../api/impact.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { alertsHurting } from '../alert/alerts-hurting.js'
import { CauseItem } from './cause-item.js'
import styles from './service.module.css'

/** The page with all root causes of one service. */
export function RootCauses() {
  const [search, setSearch] = useSearchParams()
  const service = search.get('service') ?? ''
  const page = Number(search.get('page') ?? 1) || 1
  const impacts = useQuery(impactOnQuery([service]))
  const { data, error, isPending, refetch } = useQuery(rootCausesQuery(service, page))
  const [impact] = impacts.data?.services ?? []
  return (
    <Page title={`Root causes of ${visibleText(impact?.name ?? service)}`}>
      {isPending && <Loading what="the root causes" />}
      {error && <Failure error={error} what={data && 'This page may be outdated'} onRetry={() => refetch()} />}
      {impacts.error && <Failure error={impacts.error} what="The numbers of alerts are unknown" />}
      {impact !== undefined && impacts.error === null && (
        <div>
          <ImpactCounts impact={impact} addressOf={alertsHurting} />
        </div>
      )}
      {data !== undefined && <Causes causes={data.causes} total={data.total} topologyId={impact?.topologyId ?? null} />}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ service, page: String(next) })} />}
    </Page>
  )
}

interface CausesProps {
  readonly causes: readonly Cause[]
  readonly total: number
  readonly topologyId: string | null
}

function Causes({ causes, total, topologyId }: CausesProps) {
  if (total === 0) {
    return (
      <EmptyState icon="service" title="Nothing hurts this service">
        <p>Root causes are listed here as soon as an alert hurts the service.</p>
      </EmptyState>
    )
  }
  return (
    <ol className={styles.causes} aria-label="Root causes">
      {causes.map((cause) => (
        <CauseItem key={cause.alertId} cause={cause} topologyId={topologyId} />
      ))}
    </ol>
  )
}
