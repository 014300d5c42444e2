import { ACTIVE_STATUSES, compileImpact, LIMITS, SEVERITIES } from '@opsgraph/core/pure'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { type CatalogChanges, type CatalogService, catalogServiceQuery, putCatalogService } from '../../api/catalog.js'
import { buildBody, createDraft } from '../../api/noun-draft.js'
import { CATALOG_SERVICE } from '../../api/nouns.js'
import type { Alert, SentFilter } from '../../api/schemas.js'
import { Button, LinkButton } from '../../ui/button.js'
import { Choices } from '../../ui/checkbox.js'
import { TextField, toOptions } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import { Loaded } from '../../ui/loaded.js'
import { Notice } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath, useServiceInPath } from '../../ui/page-links.js'
import { SavedForm } from '../../ui/saved-form.js'
import shared from '../../ui/shared.module.css'
import { useDraft } from '../../ui/use-draft.js'
import styles from '../policy/action.module.css'
import { FilterEditor } from '../policy/filter-editor.js'
import { LiveMatches } from '../policy/live-matches.js'
import { type Column, RowList, useRows } from '../policy/row-list.js'
import { readImpact, type SentImpact } from './alert-impact.js'

/** The form of a catalog service. It shows how many current alerts of the service match the conditions in the form. */
function CatalogForm({ service }: { readonly service: CatalogService | undefined }) {
  const { draft, change, field, body, isChanged } = useDraft(() => createServiceDraft(service), buildService)
  const { alertImpact: impact } = draft
  const read = useMemo(() => readImpact(impact), [impact])
  const test = useMemo(() => {
    if (read.value === undefined) return undefined
    const counts = compileImpact(read.value)
    // In the type `Alert` of the OpenAPI document, the attributes may have any type, but `counts` expects JSON values.
    // The cast is safe, because the alert was read from a JSON answer.
    return (alert: Alert) => counts(alert as Parameters<typeof counts>[0])
  }, [read])
  const serviceId = draft.serviceId.trim()
  const asked = useDeferredValue(serviceId)
  const changeImpact = (changed: Partial<SentImpact>) => change({ alertImpact: { ...impact, ...changed } })
  const filter = (key: 'whitelist' | 'blacklist') => ({
    path: `alertImpact.${key}`,
    filter: impact[key],
    onChange: (value: SentFilter) => changeImpact({ [key]: value }),
  })
  return (
    <SavedForm
      action="Save"
      canSave={serviceId !== ''}
      save={async () => await putCatalogService(serviceId, body)}
      queryKey={['catalog']}
      list="/catalog"
      isUnsaved={isChanged}
      faults={read.faults}
      aside={asked !== '' && <LiveMatches test={test} service={asked} verb={`of the service ${asked} count`} />}
    >
      <Notice>
        An alert that does not count is not deleted. The topologies of this service do not show it on a node, do not
        count it and suggest no node for it. Over the API, <code>includeExcluded=true</code> includes such alerts.
      </Notice>
      <section className={shared.section}>
        <div className={shared.fields}>
          {service === undefined && (
            <TextField
              label="Service"
              required
              hint="The name in the field service of its alerts"
              {...field('serviceId')}
            />
          )}
          <TextField label="Name" hint="If empty: the service" {...field('name')} />
          <TextField label="Description" {...field('description')} />
          <TextField label="Icon" placeholder={createDraft(CATALOG_SERVICE).icon} {...field('icon')} />
          <TextField label="Owner" hint="Who answers for the service, such as a team" {...field('owner')} />
          <TextField
            label="Runbook"
            inputMode="url"
            hint="The URL of the page that says what to do: http, https or mailto"
            {...field('runbook')}
          />
        </div>
        <LinkRows links={draft.links} onChange={(links) => change({ links })} />
      </section>
      <section className={shared.section} aria-label="Severities and statuses">
        <Choices
          legend="Only these severities; none chosen: all"
          options={toOptions(SEVERITIES)}
          chosen={impact.severities}
          onChange={(severities) => changeImpact({ severities })}
        />
        <Choices
          legend="Only these statuses; none chosen: all"
          options={toOptions(ACTIVE_STATUSES)}
          chosen={impact.statuses}
          onChange={(statuses) => changeImpact({ statuses })}
        />
      </section>
      <FilterEditor label="Only alerts that match" {...filter('whitelist')} />
      <FilterEditor
        label="Never alerts that match"
        emptyMeans="Without clauses, no alert is excluded."
        {...filter('blacklist')}
      />
    </SavedForm>
  )
}

/** @param service `undefined` if the form creates a new entry. Its empty icon stands for the default one. */
function createServiceDraft(service: CatalogService | undefined) {
  const draft = createDraft(CATALOG_SERVICE, service ?? { icon: '' })
  return { ...draft, alertImpact: draft.alertImpact as SentImpact }
}

/** Returns the request that saves the entry. An empty name or icon is not sent, so that the server chooses it. */
function buildService(draft: ReturnType<typeof createServiceDraft>): CatalogChanges {
  const body = buildBody(CATALOG_SERVICE, { ...draft, serviceId: draft.serviceId.trim() })
  const { name, icon, ...others } = body
  return { ...others, ...(name?.trim() && { name }), ...(icon?.trim() && { icon }) }
}

/** The page of one catalog service. */
export function CatalogView() {
  const serviceId = useServiceInPath()
  const query = useQuery(catalogServiceQuery(serviceId))
  return (
    <Page
      title={query.data?.name ?? serviceId}
      actions={<LinkButton to={buildPath('services', serviceId)}>State and history</LinkButton>}
    >
      <Loaded query={query} what="the service" failed="The service cannot be shown">
        {(service) => <CatalogForm service={service} />}
      </Loaded>
    </Page>
  )
}

/** The page that adds a service to the catalog. */
export function CatalogNew() {
  return (
    <Page title="Describe a service">
      <CatalogForm service={undefined} />
    </Page>
  )
}

type Links = readonly Readonly<CatalogService['links'][number]>[]

interface LinkRowsProps {
  readonly links: Links
  readonly onChange: (links: Links) => void
}

const LINK: readonly Column<'title' | 'url'>[] = [
  { name: 'title', label: 'Title' },
  { name: 'url', label: 'URL', inputMode: 'url' },
]

/** The links of a catalog service, one row for each. */
function LinkRows({ links, onChange }: LinkRowsProps) {
  // This fault concerns the list. A fault of one link is shown at its row.
  const fault = useFaultText('links', 'exact')
  const rows = useRows(links, onChange)
  return (
    <>
      <RowList label="Links" row="link" path="links" rows={rows} columns={LINK} className={styles.pair} />
      {fault !== undefined && <p className={shared.fault}>{fault}</p>}
      <div>
        <Button
          ref={rows.add}
          icon="plus"
          disabled={links.length >= LIMITS.catalogLinks}
          onClick={() => rows.append({ title: '', url: '' })}
        >
          Add a link
        </Button>
      </div>
    </>
  )
}
