import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type Relation, type RelationFilter, readRelationsCsv, relationsQuery } from '../../api/resources.js'
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
import { TimeAgo } from '../../ui/time-ago.js'
import { AddRelation } from './add-relation.js'
import { DeleteRelation, EnvironmentName, RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'

/** The page with the list of relations. If the user searches, the list contains only the relations that match. */
export function RelationList() {
  const [search] = useSearchParams()
  const [page] = usePageNumber()
  const filter: RelationFilter = Object.fromEntries(
    Object.entries(SEARCH_FIELDS).flatMap(([name, field]) => {
      const value = search.get(name)
      return value === null ? [] : [[field, value]]
    }),
  )
  const list = useQuery(relationsQuery(filter, page))
  const isSearched = Object.keys(filter).length > 0
  return (
    <Page
      title="Resources"
      actions={
        <>
          <Link to="/resources/names">All resources</Link>
          <CsvButton name="relations" total={list.data?.total} read={() => readRelationsCsv(filter)} />
          <AddRelation environment={filter.environment} resource={filter.resource} />
        </>
      }
    >
      {(isSearched || list.data?.total !== 0) && <RelationSearch key={search.toString()} filter={filter} />}
      {filter.resource !== undefined && <FoundResource name={filter.resource} environment={filter.environment} />}
      <Listing query={list} what="the relations" empty={isSearched ? <NothingFound /> : <NoRelations />}>
        {({ relations }) => <Table caption="Relations" items={relations} getKey={({ id }) => id} columns={COLUMNS} />}
      </Listing>
    </Page>
  )
}

const COLUMNS: readonly Column<Relation>[] = [
  { heading: 'Resource', cell: ({ environment, resource }) => <ResourceLink {...{ environment, resource }} /> },
  {
    heading: 'Parent',
    cell: ({ environment, parent }) => <ResourceLink environment={environment} resource={parent} />,
  },
  { heading: 'Environment', cell: ({ environment }) => <EnvironmentName environment={environment} /> },
  { heading: 'Source', cell: (relation) => <RelationSourceBadge {...relation} /> },
  { heading: 'Confirmed', cell: ({ updateTime }) => <TimeAgo time={updateTime} /> },
  { heading: 'First stored', cell: ({ createTime }) => <TimeAgo time={createTime} /> },
  { heading: '', cell: (relation) => <DeleteRelation relation={relation} /> },
]

function NoRelations() {
  return (
    <EmptyState icon="resource" title="No relations yet">
      A relation connects a resource with its parent: the parent is what is hurt when the resource fails.{' '}
      <Link to="/import">Import a CMDB file</Link>, save a topology, or add a relation here.
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState icon="search" title="No matching relation">
      Names must match exactly, including upper and lower case. Leave fields empty to find more.
    </EmptyState>
  )
}

const SOURCES = [{ value: '', label: 'Any' }, ...toOptions<string>(RELATION_SOURCES)]

function RelationSearch({ filter }: { readonly filter: RelationFilter }) {
  const { resource = '', parent = '', environment = '', source = '', sourceRef = '' } = filter
  const { field, submit } = useSearchFields({ child: resource, parent, in: environment, source, ref: sourceRef })
  return (
    <SearchForm className={shared.search} onSearch={submit}>
      <TextField label="Resource" {...field('child')} />
      <TextField label="Parent" {...field('parent')} />
      <TextField label="Environment" {...field('in')} />
      <SelectField label="Source" options={SOURCES} {...field('source')} />
      <TextField label="sourceRef" {...field('ref')} />
      <Button type="submit" icon="search">
        Search
      </Button>
    </SearchForm>
  )
}

/**
 * Maps the search parameters in the address of the page to the fields of relations. The name of the child has the
 * parameter `child`, because the parameter `resource` opens the page of a resource.
 */
const SEARCH_FIELDS = {
  child: 'resource',
  parent: 'parent',
  in: 'environment',
  source: 'source',
  ref: 'sourceRef',
} as const

interface FoundResourceProps {
  readonly name: string
  readonly environment: string | undefined
}

/**
 * Shows links to the resources that have this name: one for each environment in which a relation has the name as its
 * child or as its parent.
 */
function FoundResource({ name, environment }: FoundResourceProps) {
  const asChild = useQuery(relationsQuery({ resource: name, environment }, 1))
  const asParent = useQuery(relationsQuery({ parent: name, environment }, 1))
  const relations = [...(asChild.data?.relations ?? []), ...(asParent.data?.relations ?? [])]
  const environments = [...new Set(relations.map((relation) => relation.environment))].sort()
  if (environments.length === 0) return null
  return (
    <nav className={styles.found} aria-label="Found resources">
      <span>Walk from {name} in</span>
      {environments.map((each) => (
        <Link key={each} to={buildResourcePath({ environment: each, resource: name })}>
          <EnvironmentName environment={each} />
        </Link>
      ))}
    </nav>
  )
}
