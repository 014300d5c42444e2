import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { type WhatIf, whatIfQuery } from '../../api/redundancy.js'
import type { ResourceName } from '../../api/resources.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Notice } from '../../ui/notice.js'
import { Redundancy } from '../../ui/redundancy.js'
import { ResourceLink } from '../../ui/resource-link.js'
import { SeverityBadge } from '../../ui/severity.js'
import { LongList } from '../../ui/show-more.js'
import { ServiceName } from '../service/resource-path.js'
import styles from './resource.module.css'

/** Shows which services would be hurt if a resource failed, while nothing else is wrong. */
export function WhatIfTab(name: ResourceName) {
  const { data, error, refetch } = useQuery(whatIfQuery(name))
  return (
    <section className={styles.part} aria-label="What if this fails">
      <h3>What if this fails</h3>
      <p className={styles.muted}>A critical alert of {visibleText(name.resource)}, and no other alert.</p>
      {error && <Failure error={error} what="This cannot be answered" onRetry={() => refetch()} />}
      {data === undefined && !error && <Loading what="what it would hurt" />}
      {data !== undefined && <Answer answer={data} environment={name.environment} />}
    </section>
  )
}

function Answer({ answer, environment }: { readonly answer: WhatIf; readonly environment: string }) {
  const { services, unreached, unknown, cut, cutAt } = answer
  return (
    <>
      {unknown.map(({ resource, near }) => (
        <Notice key={resource} tone="warning">
          No relation, node or alert names {visibleText(resource)}.{near.length > 0 && ' Is it one of these? '}
          <Links names={near} />
        </Notice>
      ))}
      {cut && (
        <Notice tone="warning">
          The walk ends at its depth, and more lies beyond. Ask again from:{' '}
          <Links names={cutAt.map((resource) => ({ environment, resource }))} />
        </Notice>
      )}
      {services.length === 0 && unknown.length === 0 && !cut && (
        <p>{unreached.total > 0 ? 'It reaches no service.' : 'It hurts no service.'}</p>
      )}
      <LongList items={services} what="services" className={styles.ends} isOrdered>
        {(service) => (
          <li key={service.service} className={styles.end}>
            <div className={styles.what}>
              <ServiceName {...service} />
              <Redundancy {...service} />
            </div>
            {service.severity === null ? (
              <span className={styles.muted}>not hurt</span>
            ) : (
              <SeverityBadge severity={service.severity} />
            )}
          </li>
        )}
      </LongList>
    </>
  )
}

function Links({ names }: { readonly names: readonly ResourceName[] }) {
  return names.map((name, index) => (
    <span key={`${name.environment} ${name.resource}`}>
      {index > 0 && ', '}
      <ResourceLink {...name} />
    </span>
  ))
}
