import { useQuery } from '@tanstack/react-query'
import { alertsOfIdsQuery } from '../../api/alerts.js'
import { impactQuery } from '../../api/impact.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Notice } from '../../ui/notice.js'
import { Page } from '../../ui/page.js'
import { namedAlert } from './named-alert.js'
import { NamedAlerts } from './named-alerts.js'

/** The page with the active alerts that reach no service. */
export function UnreachedAlerts() {
  const impact = useQuery(impactQuery('', 1))
  const ids = impact.data?.unreached.alertIds ?? []
  const total = impact.data?.unreached.total
  const alerts = useQuery({ ...alertsOfIdsQuery(ids), enabled: impact.data !== undefined })
  const error = impact.error ?? alerts.error
  return (
    <Page title="Alerts that reach no service">
      {error && <Failure error={error} onRetry={() => Promise.all([impact.refetch(), alerts.refetch()])} />}
      {!error && alerts.data === undefined && <Loading what="the alerts" />}
      {total === 0 && (
        <EmptyState icon="check" title="Every active alert reaches a service">
          <p>No alert is invisible.</p>
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <p>
          These alerts hurt something that no service is known to need. To connect an alert with a service, add its
          resource to a topology or to the resource graph, or let its sender name the service.
        </p>
      )}
      {alerts.data !== undefined && alerts.data.length > 0 && <NamedAlerts alerts={alerts.data.map(namedAlert)} />}
      {total !== undefined && total > ids.length && (
        <Notice>
          {total.toLocaleString()} active alerts reach no service. The {ids.length} oldest are listed here.
        </Notice>
      )}
    </Page>
  )
}
