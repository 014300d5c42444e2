import type { Severity } from '@opsgraph/core'
import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Impact, impactQuery } from '../../api/impact.js'
import { type ResourceName, type WhatIf, whatIfQuery } from '../../api/resources.js'
import { HeldBy, Redundancy } from '../../ui/impact-counts.js'
import { Failure, Loading, Notice } from '../../ui/message.js'
import { ResourceLink, TopologyLink } from '../../ui/page-links.js'
import { Segments } from '../../ui/segments.js'
import { SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { ServiceName } from '../service/named-alerts.js'
import styles from './resource.module.css'

const BASES = [
  { value: 'now', label: 'Now', title: 'On top of the active alerts' },
  { value: 'alone', label: 'Alone', title: 'While nothing else is wrong' },
] as const

/**
 * Shows which services would be hurt if a resource failed: either now, in addition to the active alerts, or alone, as
 * if nothing else were wrong. “Now” comes first, because another resource that could replace this one may have failed
 * already.
 */
export function WhatIfTab(name: ResourceName) {
  const [base, setBase] = useState<(typeof BASES)[number]['value']>('now')
  const isNow = base === 'now'
  const { data, error, refetch } = useQuery(whatIfQuery(name, isNow))
  const current = useQuery({ ...impactQuery('', 1), enabled: isNow })
  const isComparing = isNow && current.isPending
  return (
    <section className={stage.part} aria-label="What if this fails">
      <h3>What if this fails</h3>
      <div className={shared.line}>
        <Segments label="Starting from" value={base} options={BASES} onChange={setBase} />
      </div>
      <p className={shared.muted}>
        A critical alert of {visibleText(name.resource)}, {isNow ? 'on top of the active alerts' : 'and no other alert'}
        .
      </p>
      {error && <Failure error={error} what="This cannot be answered" onRetry={() => refetch()} />}
      {(data === undefined || isComparing) && !error && <Loading what="what it would hurt" />}
      {data !== undefined && !isComparing && (
        <Answer answer={data} environment={name.environment} before={isNow ? current.data : undefined} />
      )}
    </section>
  )
}

interface AnswerProps extends Pick<ResourceName, 'environment'> {
  readonly answer: WhatIf
  /** The first page of the current impact, for comparison; `undefined` = the answer is not compared. */
  readonly before: Impact | undefined
}

function Answer({ answer, environment, before }: AnswerProps) {
  const { services, unreached, held, unknown, cut, cutAt } = answer
  const compared = services.map((service) => ({ ...service, now: before && findSeverity(before, service.service) }))
  const same = compared.filter(({ now, severity }) => now === severity)
  const hurt = compared.filter(({ now, severity }) => now !== severity)
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
          The search ended at its maximum depth, so more may be hurt. Ask again from:{' '}
          <Links names={cutAt.map((resource) => ({ environment, resource }))} />
        </Notice>
      )}
      {hurt.length === 0 && unknown.length === 0 && !cut && (
        <p>{held.total > 0 ? HELD : describeNoImpact(unreached, same.length > 0)}</p>
      )}
      {held.resources.map(({ resource, heldBy }) => (
        <HeldBy key={resource} rules={heldBy} isHeld />
      ))}
      <Services services={hurt} />
      {same.length > 0 && (
        <>
          <p className={shared.muted}>Hurt already, with the same severity:</p>
          <Services services={same} />
        </>
      )}
    </>
  )
}

const HELD = 'It hurts no service, because redundancy holds it.'

function describeNoImpact({ total, ancestors }: WhatIf['unreached'], isHurtAlready: boolean): string {
  if (total > 0 && ancestors > 0)
    return `It reaches no service. No topology draws the resources that it reaches: ${ancestors}.`
  if (total > 0) return 'It reaches no service.'
  return isHurtAlready ? 'No service becomes worse than it is now.' : 'It hurts no service.'
}

/**
 * Returns the current severity of a service, from the first page of the impact; `null` = nothing hurts the service,
 * `undefined` = unknown, because not all services that are hurt are on this page.
 */
function findSeverity({ services, more }: Impact, service: string): Severity | null | undefined {
  const found = services.find((each) => each.service === service)
  if (found !== undefined) return found.severity
  return more && services.at(-1)?.severity !== null ? undefined : null
}

interface ComparedService extends Readonly<WhatIf['services'][number]> {
  /** The severity now; `null` = nothing hurts the service, `undefined` = unknown, or not compared. */
  readonly now: Severity | null | undefined
}

function Services({ services }: { readonly services: readonly ComparedService[] }) {
  return (
    <LongList items={services} what="services" className={shared.tight} isOrdered>
      {({ now, ...service }) => (
        <li key={service.service} className={styles.end}>
          <div className={shared.grow}>
            <ServiceName {...service} />
            {now !== undefined && now !== service.severity && (
              <div className={shared.muted}>{now === null ? 'not hurt now' : `now ${now}`}</div>
            )}
            <Redundancy {...service} />
            <TopologyLink {...service}>Show in the topology</TopologyLink>
          </div>
          {service.severity !== null && <SeverityBadge severity={service.severity} />}
        </li>
      )}
    </LongList>
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
