import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CatalogService, catalogQuery, deleteCatalogService } from '../../api/catalog.js'
import { IconButton, LinkButton } from '../../ui/button.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { Table } from '../../ui/table.js'
import styles from '../policy/policy.module.css'
import { impactSentences } from './alert-impact.js'

/** The page with the service catalog. Each entry says which alerts count for its service, and which are ignored. */
export function CatalogList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(catalogQuery(page))
  const [doomed, setDoomed] = useState<CatalogService>()
  return (
    <Page
      title="Service catalog"
      actions={
        <LinkButton to="/catalog/new" variant="primary" icon="plus">
          Describe a service
        </LinkButton>
      }
    >
      {isPending && <Loading what="the service catalog" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoServices />}
      {data !== undefined && data.services.length > 0 && (
        <Table caption="Services" columns={['Service', 'Alerts that count', 'Delete']}>
          {data.services.map((service) => (
            <tr key={service.serviceId}>
              <td>
                <Link className={styles.name} to={`/catalog/${encodeURIComponent(service.serviceId)}`}>
                  {service.name}
                </Link>
                <div className={styles.quiet}>
                  {[service.name === service.serviceId ? '' : service.serviceId, service.description]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </td>
              <td>
                {impactSentences(service.alertImpact).map((sentence) => (
                  <div key={sentence}>{sentence}</div>
                ))}
              </td>
              <td>
                <IconButton icon="trash" label={`Delete ${service.name}`} onClick={() => setDoomed(service)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ page: String(next) })} />}
      <Delete service={doomed} onClose={() => setDoomed(undefined)} />
    </Page>
  )
}

interface DeleteProps {
  readonly service: CatalogService | undefined
  readonly onClose: () => void
}

function Delete({ service, onClose }: DeleteProps) {
  const queries = useQueryClient()
  const confirm = async () => {
    if (service === undefined) return
    await deleteCatalogService(service.serviceId)
    await queries.invalidateQueries({ queryKey: ['catalog'] })
  }
  return (
    <ConfirmDialog
      title={`Remove ${service?.name} from the catalog?`}
      action="Remove"
      isOpen={service !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>All active alerts of the service count again. Its topologies and its alerts stay.</p>
    </ConfirmDialog>
  )
}

function NoServices() {
  return (
    <EmptyState icon="catalog" title="No services in the catalog yet">
      <p>
        By default every active alert of a service counts. Describe a service to exclude alerts that do not affect it,
        such as alerts of a severity that nobody acts on.
      </p>
      <LinkButton to="/catalog/new" variant="primary" icon="plus">
        Describe the first service
      </LinkButton>
    </EmptyState>
  )
}
