import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { alertsQuery, type ChangedStatuses, readAlertsCsv } from '../../api/alerts.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { CsvButton } from '../../ui/save-file.js'
import shared from '../../ui/shared.module.css'
import { AllSilencedAlerts } from '../service/silenced-alerts.js'
import { AlertResults } from './alert-results.js'
import { isSearched, readSearch, readSort, toFilters, toSearchParams } from './alert-search.js'
import { AlertSearchForm } from './alert-search-form.js'
import { ChangeNotice } from './status-dialog.js'

/** The page with the list of alerts. The user searches for alerts, and changes the status of many at once. */
export function AlertList() {
  const [address] = useSearchParams()
  const search = readSearch(address)
  const [page] = usePageNumber()
  const list = useQuery(alertsQuery(toFilters(search), readSort(search), page))
  const [changes, setChanges] = useState<readonly ChangedStatuses[]>([])
  const [changed] = changes
  return (
    <Page
      title="Alerts"
      aside={list.data && <span className={shared.quiet}>{list.data.total.toLocaleString()}</span>}
      actions={<CsvButton name="alerts" total={list.data?.total} read={() => readAlertsCsv(toFilters(search))} />}
    >
      <AlertSearchForm />
      <AllSilencedAlerts />
      {changed && <ChangeNotice key={changes.length} changed={changed} />}
      <Listing
        query={list}
        what="the alerts"
        empty={<NoAlerts isSearched={Object.keys(toSearchParams(search)).length > 0} />}
      >
        {({ alerts, total, filters }) => (
          <AlertResults
            {...{ alerts, total, filters }}
            isSearched={isSearched(search)}
            onChanged={(next) => setChanges([next, ...changes])}
          />
        )}
      </Listing>
    </Page>
  )
}

function NoAlerts({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No matching alert">
        Environment, service, tag and whole text must match exactly. Clear fields to find more.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="check" title="No active alerts">
      Alerts appear here as soon as a sender or a webhook delivers them. Closed alerts have the status closed.
    </EmptyState>
  )
}
