import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type AuditFilter, auditQuery } from '../../api/audit.js'
import { Button } from '../../ui/button.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { SearchForm, useSearchFields } from '../../ui/search-form.js'
import shared from '../../ui/shared.module.css'
import { TableFrame } from '../../ui/table.js'
import { AuditRows } from './audit-rows.js'

const COLUMNS = ['', 'Time', 'User', 'Event', 'What was done'].map((heading) => ({ heading }))

/** The page with the audit trail, newest entries first. */
export function AuditList() {
  const [search] = useSearchParams()
  const [page] = usePageNumber()
  const filter = readAuditFilter(search)
  const list = useQuery(auditQuery(filter, page))
  const isSearched = Object.values(filter).some((value) => value !== '')
  return (
    <Page title="Audit">
      {(isSearched || list.data?.total !== 0) && <AuditSearch key={search.toString()} filter={filter} />}
      <Listing query={list} what="the audit entries" empty={<NoEntries isSearched={isSearched} />}>
        {({ audit }) => (
          <TableFrame caption="Audit entries" columns={COLUMNS}>
            {audit.map((entry) => (
              <AuditRows key={entry.id} entry={entry} />
            ))}
          </TableFrame>
        )}
      </Listing>
    </Page>
  )
}

function NoEntries({ isSearched }: { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No matching entry">
        User and resourceId must match exactly. Leave fields empty to find more.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="audit" title="No audit entries yet">
      Every change that a user makes gets an entry here: who did what, and in which request. Import a file or save a
      topology to see the first entry.
    </EmptyState>
  )
}

function readAuditFilter(search: URLSearchParams): AuditFilter {
  const of = (name: string) => search.get(name) ?? ''
  return { event: of('event'), type: of('type'), user: of('user'), resourceId: of('resourceId') }
}

const ANY = { value: '', label: 'Any' }
const EVENTS = [ANY, ...toOptions(Object.keys(AUDIT_TYPES))]
const TYPES = [ANY, ...toOptions<string>([...new Set(Object.values(AUDIT_TYPES))])]

function AuditSearch({ filter }: { readonly filter: AuditFilter }) {
  const { field, submit } = useSearchFields(filter)
  return (
    <SearchForm className={shared.search} onSearch={submit}>
      <SelectField label="Event" options={EVENTS} {...field('event')} />
      <SelectField label="Type" options={TYPES} {...field('type')} />
      <TextField label="User" {...field('user')} />
      <TextField label="resourceId" {...field('resourceId')} />
      <Button type="submit" icon="search">
        Search
      </Button>
    </SearchForm>
  )
}
