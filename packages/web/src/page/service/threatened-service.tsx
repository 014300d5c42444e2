import type { ServiceImpact } from '../../api/impact.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { formatHealthyChildren } from '../../ui/redundancy.js'
import { ServiceContact } from '../../ui/service-contact.js'
import { Topology } from './hurt-service.js'
import { ServiceName } from './resource-path.js'
import styles from './service.module.css'

/** Shows a service that nothing hurts, although too few redundant parts of it are left. The worst rule comes first. */
export function ThreatenedService({ impact }: { readonly impact: ServiceImpact }) {
  const { service, name, redundancy } = impact
  const [worst] = redundancy
  return (
    <li className={styles.threatened}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <ServiceName {...impact} />
        </h2>
        {name !== service && <span className={styles.muted}>{service}</span>}
        <Topology {...impact} />
        {worst && <span className={styles.left}>not hurt, but {formatHealthyChildren(worst)}</span>}
      </div>
      <ServiceContact {...impact} />
      <ImpactCounts impact={impact} />
    </li>
  )
}
