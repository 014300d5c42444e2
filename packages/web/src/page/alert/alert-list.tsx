import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { alertsQuery, type ChangedStatuses } from '../../api/alerts.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { AllSilencedAlerts } from '../service/silenced-alerts.js'
import styles from './alert.module.css'
import { AlertResults } from './alert-results.js'
import { addressOf, filtersOf, isSearched, searchOf, sortOf } from './alert-search.js'
import { AlertSearchForm } from './alert-search-form.js'
import { ChangeNotice } from './change-notice.js'

/** The page with all alerts: it finds alerts, and changes the status of many. */
export function AlertList() {
  const [address, setAddress] = useSearchParams()
  const search = searchOf(address)
  const page = Number(address.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(alertsQuery(filtersOf(search), sortOf(search), page))
  const [changes, setChanges] = useState<readonly ChangedStatuses[]>([])
  const [changed] = changes
  return (
    <Page title="Alerts" aside={data && <span className={styles.quiet}>{data.total.toLocaleString()}</span>}>
      <AlertSearchForm />
      <AllSilencedAlerts />
      {isPending && <Loading what="the alerts" />}
      {error && <Failure error={error} what={data && 'This page may be outdated'} onRetry={() => refetch()} />}
      {changed && <ChangeNotice key={changes.length} changed={changed} />}
      {data?.total === 0 && <NoAlerts isSearched={Object.keys(addressOf(search)).length > 0} />}
      {data !== undefined && data.alerts.length > 0 && (
        <AlertResults
          alerts={data.alerts}
          total={data.total}
          filters={data.filters}
          isSearched={isSearched(search)}
          onChanged={(next) => setChanges([next, ...changes])}
        />
      )}
      {data !== undefined && (
        <Pager {...data} onPage={(next) => setAddress({ ...addressOf(search), page: String(next) })} />
      )}
    </Page>
  )
}

function NoAlerts({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No matching alert">
        <p>Environment, service, tag and whole text must match exactly. Clear fields to find more.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="check" title="No active alerts">
      <p>Alerts appear here as soon as a sender or a webhook delivers them. Closed alerts have the status closed.</p>
    </EmptyState>
  )
}
