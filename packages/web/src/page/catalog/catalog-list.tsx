import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type CatalogService, catalogQuery, deleteCatalogService } from '../../api/catalog.js'
import { IconButton, NewLink } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/dialog.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import { ServiceContact } from '../../ui/service-contact.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { describeImpact } from './alert-impact.js'

/** The page with the service catalog. Each entry says which alerts count for its service, and which are ignored. */
export function CatalogList() {
  const [page] = usePageNumber()
  const list = useQuery(catalogQuery(page))
  return (
    <Page title="Service catalog" actions={<NewLink to="/catalog/new">Describe a service</NewLink>}>
      <Listing query={list} what="the service catalog" empty={<NoServices />}>
        {({ services }) => (
          <Table caption="Services" items={services} getKey={({ serviceId }) => serviceId} columns={COLUMNS} />
        )}
      </Listing>
    </Page>
  )
}

const COLUMNS: readonly Column<CatalogService>[] = [
  {
    heading: 'Service',
    cell: ({ serviceId, name, description }) => (
      <>
        <Link className={shared.strong} to={buildPath('catalog', serviceId)}>
          {name}
        </Link>
        <div className={shared.muted}>
          {[name === serviceId ? '' : serviceId, description].filter(Boolean).join(' · ')}
        </div>
      </>
    ),
  },
  {
    heading: 'Owner and links',
    cell: (service) => (
      <>
        <ServiceContact {...service} links={{ data: service.links, error: null }} />
        <Link to={buildPath('services', service.serviceId)}>State and history</Link>
      </>
    ),
  },
  {
    heading: 'Alerts that count',
    cell: ({ alertImpact }) => describeImpact(alertImpact).map((sentence) => <div key={sentence}>{sentence}</div>),
  },
  { heading: 'Delete', cell: (service) => <Delete service={service} /> },
]

function Delete({ service: { serviceId, name } }: { readonly service: CatalogService }) {
  return (
    <ConfirmButton
      button={(ask) => <IconButton icon="trash" label={`Delete ${name}`} onClick={ask} />}
      title={`Remove ${name} from the catalog?`}
      action="Remove"
      queryKey={['catalog']}
      onConfirm={() => deleteCatalogService(serviceId)}
    >
      <p>All active alerts of the service count again. Its topologies and its alerts stay.</p>
    </ConfirmButton>
  )
}

function NoServices() {
  return (
    <EmptyState
      icon="catalog"
      title="No services in the catalog yet"
      action={<NewLink to="/catalog/new">Describe the first service</NewLink>}
    >
      By default every active alert of a service counts. Describe a service to exclude alerts that do not affect it,
      such as alerts of a severity that nobody acts on.
    </EmptyState>
  )
}
