import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type AuditEntry, type AuditFilter, auditQuery } from '../../api/audit.js'
import { Button, IconButton } from '../../ui/button.js'
import { CopyButton } from '../../ui/code-block.js'
import { SelectField, TextField, toOptions } from '../../ui/field.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath, buildResourcePath } from '../../ui/page-links.js'
import { SearchForm, useSearchFields } from '../../ui/search-form.js'
import shared from '../../ui/shared.module.css'
import { TableFrame } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './audit.module.css'

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

/** Shows an audit entry in two rows of the table: the first row shows the entry, the second row shows its details. */
function AuditRows({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { createTime, user, event, text } = entry
  return (
    <>
      <tr>
        <td>
          <IconButton
            icon={isOpen ? 'minus' : 'plus'}
            label={`Details: ${text}`}
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          />
        </td>
        <td className={styles.time}>
          {new Date(createTime).toLocaleString()}
          <div className={shared.muted}>
            <TimeAgo time={createTime} />
          </div>
        </td>
        <td>{visibleText(user)}</td>
        <td className={styles.event}>{event}</td>
        <td className={styles.text}>{visibleText(text)}</td>
      </tr>
      <tr id={details} hidden={!isOpen}>
        <td colSpan={5} className={styles.details}>
          {isOpen && <Details entry={entry} />}
        </td>
      </tr>
    </>
  )
}

function Details({ entry }: { readonly entry: AuditEntry }) {
  const { id, type, resourceId, requestId, attributes, createTime } = entry
  const path = findObjectPath(entry)
  return (
    <dl className={styles.facts}>
      <Fact name="Time">{createTime}</Fact>
      <Fact name="Type">{type}</Fact>
      {resourceId !== null && (
        <Fact name="resourceId">
          <code>{resourceId}</code>
          <CopyButton text={resourceId} what="the resourceId" />
        </Fact>
      )}
      {requestId !== null && (
        <Fact name="Request">
          <code>{requestId}</code>
          <CopyButton text={requestId} what="the request’s id" />
        </Fact>
      )}
      <Fact name="Entry">
        <code>{id}</code>
      </Fact>
      {Object.entries(attributes).map(([name, value]) =>
        name === 'changes' && isObject(value) ? renderFacts(value) : renderFacts({ [name]: value }),
      )}
      {path !== undefined && (
        <Fact name="Now">
          <Link to={path}>Open the current state</Link>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function renderFacts(values: Readonly<Record<string, unknown>>): ReactNode {
  return Object.entries(values).map(([name, value]) => (
    <Fact key={name} name={name}>
      {renderValue(value)}
    </Fact>
  ))
}

function renderValue(value: unknown): ReactNode {
  if (value === null) return 'none'
  if (isObject(value) && 'from' in value && 'to' in value) {
    return (
      <>
        {renderValue(value.from)} → {renderValue(value.to)}
      </>
    )
  }
  return typeof value === 'string' ? visibleText(value) : <code>{JSON.stringify(value)}</code>
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the path of the page that shows the changed topology, or the resource of the changed relation. Returns
 * `undefined` for a deleted topology and for any other object.
 */
function findObjectPath({ event, type, resourceId, attributes }: AuditEntry): string | undefined {
  if (event === 'service-topology-deleted') return undefined
  if (type === 'service-topology' && resourceId !== null) return buildPath('topologies', resourceId)
  const { environment, resource } = attributes
  if (typeof environment !== 'string' || typeof resource !== 'string') return undefined
  return buildResourcePath({ environment, resource })
}
