import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChildState, type ChildStates, childStatesQuery, type ResourceName } from '../../api/resources.js'
import type { RuleState } from '../../ui/impact-counts.js'
import { joinClasses } from '../../ui/join-classes.js'
import { Listing } from '../../ui/loaded.js'
import { ResourceLink } from '../../ui/page-links.js'
import { SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { AlertLine } from '../service/named-alerts.js'
import styles from './resource.module.css'
import { RuleSection } from './rule-section.js'

/** The redundancy rule of a resource, which the user can set, change and delete, and the state of its children. */
export function RedundancyTab(name: ResourceName) {
  return (
    <>
      <RuleSection {...name} />
      <Children {...name} />
    </>
  )
}

function Children(name: ResourceName) {
  const [page, showPage] = useState(1)
  const query = useQuery(childStatesQuery(name, page))
  return (
    <section className={stage.part} aria-label="Children">
      <h3>
        Children <span className={shared.muted}>{query.data?.total.toLocaleString()}</span>
      </h3>
      <Listing
        query={query}
        what="the state of the children"
        empty={<p className={shared.muted}>None.</p>}
        onPage={showPage}
      >
        {(states) => <States states={states} environment={name.environment} />}
      </Listing>
    </section>
  )
}

interface StatesProps extends Pick<ResourceName, 'environment'> {
  readonly states: ChildStates
}

function States({ states: { children, redundancy }, environment }: StatesProps) {
  return (
    <>
      {redundancy !== null && <RuleVerdict {...redundancy} />}
      <p className={shared.muted}>
        The worst severity that reaches each child, from its own alerts and from the resources that it needs.
      </p>
      <LongList items={children} what="children" className={shared.tight}>
        {(state) => <Child key={state.resource} environment={environment} state={state} />}
      </LongList>
    </>
  )
}

/** Says whether enough children are healthy now. */
function RuleVerdict({ of, healthy, minHealthy }: RuleState) {
  const left = `${healthy.toLocaleString()} of ${of.toLocaleString()} healthy, ${minHealthy.toLocaleString()} needed`
  return healthy < minHealthy ? (
    <p className={shared.broken}>{left}: alerts from below are not lowered.</p>
  ) : (
    <p>{left}: the rule holds.</p>
  )
}

interface ChildProps extends Pick<ResourceName, 'environment'> {
  readonly state: ChildState
}

function Child({ environment, state: { resource, severity, healthy, worst } }: ChildProps) {
  return (
    <li className={styles.child}>
      <div className={joinClasses(shared.line, styles.childHead)}>
        <ResourceLink environment={environment} resource={resource} />
        {severity !== null && <SeverityBadge severity={severity} />}
        <span className={healthy === false ? shared.broken : shared.muted}>
          {formatState(healthy, severity !== null, worst?.status === 'blackout')}
        </span>
      </div>
      {worst !== null && <AlertLine alert={worst} />}
    </li>
  )
}

/**
 * Formats the state of a child.
 *
 * @param isHeld whether all alerts that reach the child are held by maintenance windows
 */
function formatState(healthy: boolean | null, isHurt: boolean, isHeld: boolean): string {
  const state = healthy === null ? (isHurt ? '' : 'no alert arrives') : healthy ? 'healthy' : 'failed'
  return isHeld ? `${state} in maintenance`.trim() : state
}
