import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { catalogServiceQuery } from '../../api/catalog.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { CatalogForm } from './catalog-form.js'

/** The page of one catalog service. */
export function CatalogView() {
  const { serviceId = '' } = useParams()
  const { data, error, refetch } = useQuery(catalogServiceQuery(serviceId))
  return (
    <Page title={data?.name ?? serviceId}>
      {error && <Failure error={error} what="The service cannot be shown" onRetry={() => refetch()} />}
      {data === undefined && !error && <Loading what="the service" />}
      {data !== undefined && <CatalogForm key={data.serviceId} service={data} />}
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
