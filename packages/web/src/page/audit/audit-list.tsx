import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AuditFilter, auditQuery } from '../../api/audit.js'
import { Button } from '../../ui/button.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { SelectField, TextField } from '../../ui/field.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import styles from './audit.module.css'
import { AuditRows } from './audit-rows.js'

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

const EVENTS = optionsOf(Object.keys(AUDIT_TYPES))
const TYPES = optionsOf([...new Set(Object.values(AUDIT_TYPES))])

/** The search form. The current search is in the address, so that it can be bookmarked. */
function AuditSearch({ filter }: { readonly filter: AuditFilter }) {
  const [, setSearch] = useSearchParams()
  const [fields, setFields] = useState(filter)
  const change = (changed: Partial<AuditFilter>) => setFields((before) => ({ ...before, ...changed }))
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = Object.entries(fields).map(([name, value]) => [name, value.trim()])
    setSearch(Object.fromEntries(wanted.filter(([, value]) => value !== '')))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the role names the purpose of the form in every browser
    <form role="search" className={styles.search} onSubmit={search}>
      <SelectField label="Event" value={fields.event} options={EVENTS} onValueChange={(event) => change({ event })} />
      <SelectField label="Type" value={fields.type} options={TYPES} onValueChange={(type) => change({ type })} />
      <TextField label="User" value={fields.user} onValueChange={(user) => change({ user })} />
      <TextField label="resourceId" value={fields.resourceId} onValueChange={(resourceId) => change({ resourceId })} />
      <Button type="submit" icon="search">
        Search
      </Button>
    </form>
  )
}

function optionsOf(values: readonly string[]) {
  return [{ value: '', label: 'Any' }, ...values.map((value) => ({ value, label: value }))]
}
