import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type ListedResource, type ResourceFilter, readResourcesCsv, resourcesQuery } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildResourcePath, ResourceLink } from '../../ui/page-links.js'
import { CsvButton } from '../../ui/save-file.js'
import { SearchForm, useSearchFields } from '../../ui/search-form.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { EnvironmentName } from './relation-parts.js'

/**
 * The page with the list of resources. The user can search for a part of a name, for orphans, and for stale resources.
 */
export function ResourceList() {
  const [search] = useSearchParams()
  const [page] = usePageNumber()
  const fields = {
    part: search.get('part') ?? '',
    in: search.get('in') ?? '',
    only: search.get('only') ?? '',
  }
  const list = useQuery(resourcesQuery(toFilter(fields), page))
  const isSearched = Object.values(fields).some((value) => value !== '')
  return (
    <Page
      title="All resources"
      actions={
        <>
          <Link to="/resources">All relations</Link>
          <CsvButton name="resources" total={list.data?.total} read={() => readResourcesCsv(toFilter(fields))} />
        </>
      }
    >
      {(isSearched || list.data?.total !== 0) && <ResourceSearch key={search.toString()} fields={fields} />}
      <Listing query={list} what="the resources" empty={isSearched ? <NothingFound /> : <NoResources />}>
        {({ resources }) => (
          <Table caption="Resources" items={resources} getKey={buildResourcePath} columns={COLUMNS} />
        )}
      </Listing>
    </Page>
  )
}

type Fields = Readonly<Record<'part' | 'in' | 'only', string>>

function toFilter({ part, in: environment, only }: Fields): ResourceFilter {
  return {
    q: part === '' ? undefined : part,
    environment: environment === '' ? undefined : environment,
    orphan: only === 'orphans' || undefined,
    stale: only === 'stale' || undefined,
  }
}

const SHOWN_OPTIONS = [{ value: '', label: 'all' }, ...toOptions<string>(['orphans', 'stale'])]

function ResourceSearch({ fields }: { readonly fields: Fields }) {
  const { field, submit } = useSearchFields(fields)
  return (
    <SearchForm className={shared.search} onSearch={submit}>
      <TextField label="Part of the name" {...field('part')} />
      <TextField label="Environment" {...field('in')} />
      <SelectField
        label="Show"
        options={SHOWN_OPTIONS}
        {...field('only')}
        hint="orphans: no relation and no node names them. stale: no relation was confirmed for 30 days."
      />
      <Button type="submit" icon="search">
        Search
      </Button>
    </SearchForm>
  )
}

const COLUMNS: readonly Column<ListedResource>[] = [
  { heading: 'Resource', cell: (name) => <ResourceLink {...name} /> },
  { heading: 'Environment', cell: ({ environment }) => <EnvironmentName environment={environment} /> },
  { heading: 'Parents', isNumber: true, cell: ({ parents }) => parents.toLocaleString() },
  { heading: 'Children', isNumber: true, cell: ({ children }) => children.toLocaleString() },
  { heading: 'Nodes', isNumber: true, cell: ({ nodes }) => nodes.toLocaleString() },
  { heading: 'Alerts', isNumber: true, cell: ({ alerts }) => alerts.toLocaleString() },
  { heading: 'Rules', isNumber: true, cell: ({ rules }) => rules.toLocaleString() },
]

function NothingFound() {
  return (
    <EmptyState icon="search" title="No matching resource">
      The search looks for a part of the name, in upper or lower case. The environment must match exactly.
    </EmptyState>
  )
}

function NoResources() {
  return (
    <EmptyState icon="resource" title="No resources yet">
      A resource exists as soon as a relation, a topology, a redundancy rule or an active alert names it.{' '}
      <Link to="/import">Import a CMDB file</Link>, or save a topology.
    </EmptyState>
  )
}
