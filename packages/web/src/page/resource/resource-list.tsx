import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ListedResource, type ResourceFilter, readResourcesCsv, resourcesQuery } from '../../api/resources.js'
import { Button } from '../../ui/button.js'
import { CsvButton } from '../../ui/csv-button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Listing, usePageNumber } from '../../ui/listing.js'
import { Page } from '../../ui/page.js'
import { ResourceLink } from '../../ui/resource-link.js'
import { SearchForm } from '../../ui/search-form.js'
import { NumberCell, Table } from '../../ui/table.js'
import { EnvironmentName } from './relation-parts.js'
import styles from './resource.module.css'

/** The page with the list of resources, which finds a part of a name, orphans and stale resources. */
export function ResourceList() {
  const [search] = useSearchParams()
  const [page] = usePageNumber()
  const fields = {
    part: search.get('part') ?? '',
    in: search.get('in') ?? '',
    only: CHOICES.find((choice) => choice === search.get('only')) ?? 'all',
  }
  const list = useQuery(resourcesQuery(toFilter(fields), page))
  const isSearched = fields.part !== '' || fields.in !== '' || fields.only !== 'all'
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
      {(isSearched || list.data?.total !== 0) && <ResourceSearch key={search.toString()} sent={fields} />}
      <Listing query={list} what="the resources" empty={isSearched ? <NothingFound /> : <NoResources />}>
        {({ resources }) => <ResourceTable resources={resources} />}
      </Listing>
    </Page>
  )
}

const CHOICES = ['all', 'orphans', 'stale'] as const

interface Fields {
  readonly part: string
  readonly in: string
  readonly only: (typeof CHOICES)[number]
}

function toFilter({ part, in: environment, only }: Fields): ResourceFilter {
  return {
    q: part === '' ? undefined : part,
    environment: environment === '' ? undefined : environment,
    orphan: only === 'orphans' || undefined,
    stale: only === 'stale' || undefined,
  }
}

/** The search form. The address of the page contains the current search, so the user can bookmark the search. */
function ResourceSearch({ sent }: { readonly sent: Fields }) {
  const [, setSearch] = useSearchParams()
  const [fields, setFields] = useState(sent)
  const field = (name: 'part' | 'in') => ({
    value: fields[name],
    onValueChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  const search = () => {
    const wanted = { part: fields.part.trim(), in: fields.in.trim(), only: fields.only === 'all' ? '' : fields.only }
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')))
  }
  return (
    <SearchForm className={styles.search} onSearch={search}>
      <TextField label="Part of the name" {...field('part')} />
      <TextField label="Environment" {...field('in')} />
      <SelectField
        label="Show"
        options={toOptions(CHOICES)}
        value={fields.only}
        onValueChange={(only) => setFields((before) => ({ ...before, only }))}
        hint="orphans: no relation and no node names them. stale: no relation was confirmed for 30 days."
      />
      <Button type="submit" icon="search">
        Search
      </Button>
    </SearchForm>
  )
}

const NUMBERS = ['Parents', 'Children', 'Nodes', 'Alerts', 'Rules']

function ResourceTable({ resources }: { readonly resources: readonly ListedResource[] }) {
  return (
    <Table caption="Resources" columns={['Resource', 'Environment', ...NUMBERS]} numbers={NUMBERS}>
      {resources.map(({ environment, resource, parents, children, nodes, alerts, rules }) => (
        <tr key={JSON.stringify([environment, resource])}>
          <td>
            <ResourceLink environment={environment} resource={resource} />
          </td>
          <td>
            <EnvironmentName environment={environment} />
          </td>
          <NumberCell>{parents.toLocaleString()}</NumberCell>
          <NumberCell>{children.toLocaleString()}</NumberCell>
          <NumberCell>{nodes.toLocaleString()}</NumberCell>
          <NumberCell>{alerts.toLocaleString()}</NumberCell>
          <NumberCell>{rules.toLocaleString()}</NumberCell>
        </tr>
      ))}
    </Table>
  )
}

function NothingFound() {
  return (
    <EmptyState icon="search" title="No matching resource">
      <p>The search looks for a part of the name, in upper or lower case. The environment must match exactly.</p>
    </EmptyState>
  )
}

function NoResources() {
  return (
    <EmptyState icon="resource" title="No resources yet">
      <p>
        A resource exists as soon as a relation, a topology, a redundancy rule or an active alert names it.{' '}
        <Link to="/import">Import a CMDB file</Link>, or save a topology.
      </p>
    </EmptyState>
  )
}
