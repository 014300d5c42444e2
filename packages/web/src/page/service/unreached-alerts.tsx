import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { alertsQuery } from '../../api/alerts.js'
import { impactSummaryQuery, type NamedAlert } from '../../api/impact.js'
import type { Alert } from '../../api/schemas.js'
import { Loaded } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { UNREACHED_ALERTS_PATH } from '../../ui/page-links.js'
import { NamedAlerts } from './named-alerts.js'

/**
 * The page with the active alerts that reach no service: the worst first, and of equally severe alerts the newest. It
 * shows the reason for the 50 oldest of them.
 */
export function UnreachedAlerts() {
  const query = useQuery(alertsQuery({ unreached: true }, 'severity', 1))
  const summary = useQuery(impactSummaryQuery)
  const reasons = new Map(summary.data?.unreached.reasons.map(({ alertId, message }) => [alertId, message]))
  return (
    <Page title="Alerts that reach no service">
      <Loaded query={query} what="the alerts">
        {({ alerts, total, more }) =>
          total === 0 ? (
            <EmptyState icon="check" title="Every active alert reaches a service">
              No alert is invisible.
            </EmptyState>
          ) : (
            <>
              <p>
                No service is known to need the resources of these alerts. To connect an alert with a service, add its
                resource to a topology or to the resource graph, or let its sender name the service.
              </p>
              <NamedAlerts alerts={alerts.map(toNamedAlert)} notes={reasons} />
              <Link to={UNREACHED_ALERTS_PATH}>
                {more ? `All ${total.toLocaleString()} of them` : 'Find and change them'} in the list of alerts
              </Link>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

/** Converts an alert to the short form that the answers about impact contain. */
function toNamedAlert({ id, environment, resource, event, severity, status, activeSince }: Alert): NamedAlert {
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
