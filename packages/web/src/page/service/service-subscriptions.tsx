import { concernsService } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isForbidden } from '../../api/api-error.js'
import type { ServiceImpact } from '../../api/impact.js'
import { allSubscriptionsQuery } from '../../api/subscriptions.js'
import { Failure } from '../../ui/failure.js'
import styles from './service.module.css'

/** The subscriptions that tell of a service. Nothing is shown if the key may not read subscriptions. */
export function ServiceSubscriptions({ impact }: { readonly impact: Pick<ServiceImpact, 'service' | 'owner'> }) {
  const { data, error, refetch } = useQuery(allSubscriptionsQuery)
  if (isForbidden(error)) return null
  const telling = data?.filter((each) => each.kinds.includes('impact') && concernsService(each, impact)) ?? []
  const isTold = telling.some(({ enabled }) => enabled)
  return (
    <section className={styles.part} aria-label="Subscriptions">
      <h2 className={styles.title}>Subscriptions</h2>
      {error && <Failure error={error} what="The subscriptions are unknown" onRetry={() => refetch()} />}
      {data !== undefined && !isTold && (
        <p>
          Nobody is told when this service begins to hurt. <Link to="/subscriptions/new">Create a subscription</Link>
        </p>
      )}
      {telling.length > 0 && (
        <ul className={styles.causes}>
          {telling.map(({ id, name, minSeverity, enabled }) => (
            <li key={id} className={styles.line}>
              <Link to={`/subscriptions/${encodeURIComponent(id)}`}>{visibleText(name)}</Link>
              <span className={styles.muted}>{minSeverity} or worse</span>
              {!enabled && <span className={styles.status}>disabled</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
