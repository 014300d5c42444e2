import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type RelationFilter, relationsQuery } from '../../api/resources.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { AddRelation } from './add-relation.js'
import { FoundResource } from './found-resource.js'
import { RelationSearch } from './relation-search.js'
import { RelationTable } from './relation-table.js'
import { SEARCH_FIELDS } from './search-fields.js'

/** The page with the list of relations. If the user searches, the list contains only the relations that match. */
export function RelationList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const filter: RelationFilter = Object.fromEntries(
    Object.entries(SEARCH_FIELDS).flatMap(([name, field]) => {
      const value = search.get(name)
      return value === null ? [] : [[field, value]]
    }),
  )
  const { data, error, isPending, refetch } = useQuery(relationsQuery(filter, page))
  const isSearched = Object.keys(filter).length > 0
  const turn = (next: number) => {
    search.set('page', String(next))
    setSearch(search)
  }
  return (
    <Page title="Resources" actions={<AddRelation environment={filter.environment} resource={filter.resource} />}>
      {(isSearched || data?.total !== 0) && <RelationSearch key={search.toString()} filter={filter} />}
      {filter.resource !== undefined && <FoundResource name={filter.resource} environment={filter.environment} />}
      {isPending && <Loading what="the relations" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && (isSearched ? <NothingFound /> : <NoRelations />)}
      {data !== undefined && data.relations.length > 0 && <RelationTable relations={data.relations} />}
      {data !== undefined && <Pager {...data} onPage={turn} />}
    </Page>
  )
}

function NoRelations() {
  return (
    <EmptyState icon="resource" title="No relations yet">
      <p>
        A relation says that one resource needs another: if the child fails, the parent is hurt.{' '}
        <Link to="/import">Import a CMDB file</Link>, save a topology, or add a relation here.
      </p>
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState icon="search" title="No matching relation">
      <p>Names must match exactly, including upper and lower case. Leave fields empty to find more.</p>
    </EmptyState>
  )
}
