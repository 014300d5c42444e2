import type { ServiceImpact } from '../../api/impact.js'
import { WindowHolds } from '../../ui/window-holds.js'
import { countOf } from './count-of.js'
import styles from './service.module.css'
import { ServiceName } from './service-name.js'

interface HealthyServicesProps {
  /** The healthy services on this page of the list. */
  readonly services: readonly ServiceImpact[]
  /** The number of healthy services on this page and on the following pages of the list. */
  readonly total: number
}

/** Shows the number of services that no alert hurts. The user can open a list of these services. */
export function HealthyServices({ services, total }: HealthyServicesProps) {
  const left = total - services.length
  return (
    <details className={styles.healthy}>
      <summary>Nothing hurts {countOf(total, 'service')}</summary>
      <ul className={styles.names}>
        {services.map((service) => (
          <li key={service.service}>
            <ServiceName {...service} />
            {service.silencedCount > 0 && <span className={styles.muted}> {service.silencedCount} silenced</span>}
            <WindowHolds {...service} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={styles.muted}>And {countOf(left, 'more service')}. Enter a part of a name above to find them.</p>
      )}
    </details>
  )
}
