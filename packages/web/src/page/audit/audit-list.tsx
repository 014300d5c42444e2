import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type AuditFilter, auditQuery } from '../../api/audit.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import { AuditRows } from './audit-rows.js'
import { AuditSearch } from './audit-search.js'

/** The page with the audit trail, newest entries first. */
export function AuditList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const filter = filterOf(search)
  const { data, error, isPending, refetch } = useQuery(auditQuery(filter, page))
  const isSearched = Object.values(filter).some((value) => value !== '')
  const turn = (next: number) => {
    search.set('page', String(next))
    setSearch(search)
  }
  return (
    <Page title="Audit">
      {(isSearched || data?.total !== 0) && <AuditSearch key={search.toString()} filter={filter} />}
      {isPending && <Loading what="the audit entries" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoEntries isSearched={isSearched} />}
      {data !== undefined && data.audit.length > 0 && (
        <Table caption="Audit entries" columns={['', 'Time', 'User', 'Event', 'What was done']}>
          {data.audit.map((entry) => (
            <AuditRows key={entry.id} entry={entry} />
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={turn} />}
    </Page>
  )
}

function NoEntries({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No matching entry">
        <p>User and resourceId must match exactly. Leave fields empty to find more.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="audit" title="No audit entries yet">
      <p>
        Every change that a user makes gets an entry here: who did what, and in which request. Import a file or save a
        topology to see the first entry.
      </p>
    </EmptyState>
  )
}

function filterOf(search: URLSearchParams): AuditFilter {
  return {
    event: search.get('event') ?? '',
    type: search.get('type') ?? '',
    user: search.get('user') ?? '',
    resourceId: search.get('resourceId') ?? '',
  }
}
