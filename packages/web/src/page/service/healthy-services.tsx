import type { ServiceImpact } from '../../api/impact.js'
import { countOf } from './count-of.js'
import styles from './service.module.css'
import { ServiceName } from './service-name.js'

interface HealthyServicesProps {
  /** The healthy services of the page. */
  readonly services: readonly ServiceImpact[]
  /** The number of all healthy services, including those that the page does not have. */
  readonly total: number
}

/** The services that nothing hurts, as a number. The user can open the list. */
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
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={styles.muted}>And {countOf(left, 'more service')}. Enter a part of a name above to find them.</p>
      )}
    </details>
  )
}
