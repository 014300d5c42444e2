import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RedundancyRule, ruleQuery, worstAlertsQuery } from '../../api/redundancy.js'
import { type ResourceName, resourceGraphQuery } from '../../api/resources.js'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { ResourceLink } from '../../ui/resource-link.js'
import { ShowMore } from '../../ui/show-more.js'
import { AlertLine } from '../service/named-alerts.js'
import { RelationSourceBadge } from './relation-parts.js'
import styles from './resource.module.css'
import { DeleteRule, RuleDialog } from './rule-form.js'

/** The redundancy rule of a resource, which the user can set, change and delete, and the state of its children. */
export function RedundancyTab(name: ResourceName) {
  return (
    <>
      <Rule {...name} />
      <Children {...name} />
    </>
  )
}

function Rule(name: ResourceName) {
  const { data: rule, error, refetch } = useQuery(ruleQuery(name))
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.part} aria-label="Rule">
      <h3>Redundancy rule</h3>
      {error && <Failure error={error} what="The rule is unknown" onRetry={() => refetch()} />}
      {rule === undefined && !error && <Loading what="the rule" />}
      {rule === null && <p className={styles.muted}>None: one failed child is enough to hurt this resource.</p>}
      {rule && <RuleFacts rule={rule} />}
      {rule !== undefined && (
        <div className={styles.facts}>
          <Button onClick={() => setOpen(true)}>{rule === null ? 'Set a rule' : 'Change the rule'}</Button>
          {rule && <DeleteRule {...name} />}
        </div>
      )}
      {isOpen && rule !== undefined && <RuleDialog {...name} rule={rule} onClose={() => setOpen(false)} />}
    </section>
  )
}

function RuleFacts({ rule }: { readonly rule: RedundancyRule }) {
  const { minHealthy, failedAt, degraded, text } = rule
  const arrives = degraded === null ? 'nothing arrives' : `at most ${degraded} arrives`
  return (
    <>
      <p>
        While {minHealthy} of the children {minHealthy === 1 ? 'is' : 'are'} healthy, {arrives} from below. A child has
        failed at {failedAt} or worse.
      </p>
      {text !== '' && <p className={styles.muted}>{visibleText(text)}</p>}
      <div className={styles.facts}>
        <RelationSourceBadge {...rule} />
      </div>
    </>
  )
}

function Children({ environment, resource }: ResourceName) {
  const graph = useQuery(resourceGraphQuery({ environment, resource, direction: 'descendants', depth: 1 }))
  const names = graph.isPlaceholderData ? [] : (graph.data?.children ?? []).map((relation) => relation.resource)
  const isKnown = graph.data !== undefined && !graph.isPlaceholderData
  return (
    <section className={styles.part} aria-label="Children">
      <h3>
        Children <span className={styles.muted}>{names.length}</span>
      </h3>
      {graph.error && <Failure error={graph.error} what="The children are unknown" />}
      {!isKnown && !graph.error && <Loading what="the children" />}
      {isKnown && (
        <p className={styles.muted}>
          {names.length === 0
            ? 'None.'
            : 'The worst alert of each. A child can also fail by alerts of what it needs itself.'}
        </p>
      )}
      {names.length > 0 && (
        <ShowMore items={names} what="children">
          {(visible) => <ShownChildren environment={environment} names={visible} />}
        </ShowMore>
      )}
    </section>
  )
}

interface ShownChildrenProps {
  readonly environment: string
  readonly names: readonly string[]
}

/** The state of some children. A resource may have very many, so only the alerts of those that are shown are read. */
function ShownChildren({ environment, names }: ShownChildrenProps) {
  const { data: alerts, error } = useQuery(worstAlertsQuery(environment, names))
  if (error) return <Failure error={error} what="The state of the children is unknown" />
  if (alerts === undefined) return <Loading what="the state of the children" />
  return (
    <ul className={styles.ends}>
      {names.map((name) => (
        <Child key={name} environment={environment} resource={name} alert={alerts.get(name)} />
      ))}
    </ul>
  )
}

function Child({ alert, ...name }: ResourceName & { readonly alert: Alert | undefined }) {
  return (
    <li className={styles.end}>
      <div className={styles.what}>
        <ResourceLink {...name} />
        {alert === undefined ? (
          <div className={styles.muted}>no alert of its own</div>
        ) : (
          <AlertLine alert={{ ...alert, alertId: alert.id, since: alert.activeSince }} />
        )}
      </div>
    </li>
  )
}
