import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Impact, impactQuery, type ServiceImpact } from '../../api/impact.js'
import { LinkButton } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { formatCount } from '../../ui/format.js'
import { Icon } from '../../ui/icon.js'
import { isBroken, isCalm, Redundancy, WindowHolds } from '../../ui/impact-counts.js'
import { Loaded, Pager, usePageNumber } from '../../ui/loaded.js'
import { EmptyState, Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { SearchForm } from '../../ui/search-form.js'
import shared from '../../ui/shared.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import { HurtService, ThreatenedService } from './hurt-service.js'
import { ServiceName } from './named-alerts.js'
import styles from './service.module.css'
import { SilencedAlerts } from './silenced-alerts.js'

/**
 * The start page. It lists first the services that alerts hurt, the worst at the top, with their root causes; then the
 * services that nothing hurts although a redundancy rule has too few healthy children; then the healthy services.
 */
export function ServiceList() {
  const [search] = useSearchParams()
  const [page, showPage] = usePageNumber()
  const q = search.get('q') ?? ''
  const query = useQuery(impactQuery(q, page))
  return (
    <Page title="Services">
      <Loaded query={query} what="the services">
        {(impact) => (
          <>
            <Unreached total={impact.unreached.total} />
            <SilencedAlerts {...impact} />
            {(impact.total > 0 || q !== '') && <ServiceSearch />}
            {impact.total === 0 && <NoServices isSearched={q !== ''} />}
            {impact.services.length > 0 && <Services {...impact} isSearched={q !== ''} />}
            <Pager total={impact.total} page={page} pages={findLastPage(impact)} onPage={showPage} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Unreached({ total }: { readonly total: number }) {
  if (total === 0) return null
  return (
    <Notice
      tone="warning"
      actions={<LinkButton to="/alerts/unreached">{total === 1 ? 'Show it' : 'Show them'}</LinkButton>}
    >
      {formatCount(total, 'active alert')} {total === 1 ? 'reaches' : 'reach'} no service.
    </Notice>
  )
}

/**
 * The field in which the user enters a part of a service name. The address of the page contains this text, so the user
 * can bookmark the search.
 */
function ServiceSearch() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('q') ?? ''
  const [text, setText] = useState(wanted)
  const [followed, setFollowed] = useState(wanted)
  const [sent, setSent] = useState(wanted)
  const settled = useDebounced(text).trim()
  // The address may change without this field, for example with a link of the navigation. Then change the field. If this
  // field has changed the address, leave the field as it is, because the user may have gone on typing.
  if (wanted !== followed) {
    setFollowed(wanted)
    if (wanted !== sent) {
      setSent(wanted)
      setText(wanted)
    }
  }
  const isTyping = settled !== text.trim()
  useEffect(() => {
    if (isTyping || settled === wanted) return
    setSent(settled)
    setSearch(settled === '' ? {} : { q: settled }, { replace: true })
  }, [isTyping, settled, wanted, setSearch])
  return (
    <SearchForm className={styles.filter}>
      <TextField label="Name of a service" type="search" value={text} onValueChange={setText} />
    </SearchForm>
  )
}

interface ServicesProps extends Impact {
  /** Whether the user searches for some of the services. */
  readonly isSearched: boolean
}

/** The services of a page: first those that alerts hurt, then those with broken redundancy, then the healthy ones. */
function Services(shown: ServicesProps) {
  const { services, total, page, pageSize } = shown
  const hurt = services.filter(({ severity }) => severity !== null)
  const threatened = services.filter(isThreatened)
  const listed = hurt.length + threatened.length
  const healthy = services.slice(listed)
  return (
    <>
      {hurt.length > 0 && (
        <ol className={shared.loose} aria-label="Services that alerts hurt, the worst first">
          {hurt.map((service) => (
            <HurtService key={service.service} impact={service} />
          ))}
        </ol>
      )}
      {hurt.length === 0 && page === 1 && <NothingHurt {...shown} />}
      {threatened.length > 0 && (
        <ol className={shared.loose} aria-label="Services that nothing hurts, with broken redundancy">
          {threatened.map((service) => (
            <ThreatenedService key={service.service} impact={service} />
          ))}
        </ol>
      )}
      {healthy.length > 0 && <HealthyServices services={healthy} total={total - (page - 1) * pageSize - listed} />}
    </>
  )
}

/** Whether no alert hurts a service, but one of its redundancy rules has too few healthy children. */
function isThreatened({ severity, redundancy }: ServiceImpact): boolean {
  return severity === null && redundancy.some(isBroken)
}

function isHealthy(service: ServiceImpact): boolean {
  return service.severity === null && !isThreatened(service)
}

/**
 * Says that no alert hurts the services. The text is green only if the user has not searched, no alert is silenced,
 * every alert reaches a service, and every service on the page is calm.
 */
function NothingHurt({ isSearched, services, silencedCount, unreached }: ServicesProps) {
  if (isSearched) return <p className={shared.muted}>No alert hurts these services.</p>
  if (silencedCount > 0 || unreached.total > 0 || !services.every(isCalm))
    return <p className={shared.muted}>No alert hurts a service.</p>
  return (
    <p className={styles.calm}>
      <Icon name="check" /> No alert hurts a service.
    </p>
  )
}

/**
 * Returns the number of the last page that the user can open with the pager. Pages with only healthy services are not
 * offered. Healthy services come last. So if this page has both healthy and other services, it is the last one; if it
 * has only healthy services, the last one is the page before it, or page 1; if it has no healthy services, all pages
 * are offered, because the next page may have none either.
 */
function findLastPage({ services, page, pages }: Impact): number {
  const [first] = services
  const last = services.at(-1)
  if (first === undefined || last === undefined || !isHealthy(last)) return pages
  return isHealthy(first) ? Math.max(1, page - 1) : page
}

function NoServices({ isSearched }: { readonly isSearched: boolean }) {
  return isSearched ? (
    <EmptyState icon="search" title="No service has this text in its name">
      Clear the field above to see all services.
    </EmptyState>
  ) : (
    <EmptyState icon="service" title="No services yet">
      This page shows which services the active alerts hurt, and the root causes. A service appears here as soon as it
      has a topology or an entry in the catalog, or as soon as an alert names it.
    </EmptyState>
  )
}

interface HealthyServicesProps {
  /** The healthy services on this page of the list. */
  readonly services: readonly ServiceImpact[]
  /** The number of healthy services on this page and on the following pages of the list. */
  readonly total: number
}

/** Shows the number of services that no alert hurts. The user can open a list of these services. */
function HealthyServices({ services, total }: HealthyServicesProps) {
  const left = total - services.length
  return (
    <details className={styles.healthy}>
      <summary>Nothing hurts {formatCount(total, 'service')}</summary>
      <ul className={styles.names}>
        {services.map((service) => (
          <li key={service.service}>
            <ServiceName {...service} />
            {service.silencedCount > 0 && <span className={shared.muted}> {service.silencedCount} silenced</span>}
            <WindowHolds {...service} />
            <Redundancy {...service} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={shared.muted}>
          And {formatCount(left, 'more service')}. Enter a part of a name above to find them.
        </p>
      )}
    </details>
  )
}
