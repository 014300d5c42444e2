import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ResourceName, type ResourceUsage, usageQuery } from '../../api/resources.js'
import { formatCount } from '../../ui/format.js'
import { Loaded } from '../../ui/loaded.js'
import { buildPath, TopologyLink } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { AlertLine } from '../service/named-alerts.js'
import { DecommissionButton } from './decommission-button.js'

/**
 * Shows how many parents and children a resource has, and which topologies, alerts, policies and maintenance windows
 * name it. The user can decommission the resource here.
 */
export function UsageTab(name: ResourceName) {
  const query = useQuery(usageQuery(name))
  return (
    <Loaded query={query} what="where the resource is used" failed={UNKNOWN} outdated={UNKNOWN}>
      {(usage) =>
        usage === null ? (
          <p className={stage.part}>Nothing names this resource any more.</p>
        ) : (
          <>
            <Usage usage={usage} />
            <section className={stage.part} aria-label="Decommission">
              <h3>Is it gone for good?</h3>
              <DecommissionButton {...name} />
            </section>
          </>
        )
      }
    </Loaded>
  )
}

const UNKNOWN = 'It is unknown where the resource is used'

function Usage({ usage }: { readonly usage: ResourceUsage }) {
  const { counts, nodes, rule, alerts, policies, maintenance } = usage
  return (
    <>
      <p className={stage.part}>
        {formatCount(counts.parents, 'parent')}, {formatCount(counts.children, 'child', 'children')}
        {rule !== null && ', a redundancy rule'}
      </p>
      <UsageList title="Topologies" count={counts.nodes} items={nodes}>
        {({ topologyId, topologyName, nodeId }) => (
          <li key={`${topologyId} ${nodeId}`}>
            <TopologyLink topologyId={topologyId} nodeId={nodeId}>
              {visibleText(topologyName)}
            </TopologyLink>
          </li>
        )}
      </UsageList>
      <UsageList title="Active alerts" count={counts.alerts} items={alerts}>
        {(alert) => (
          <li key={alert.id}>
            <AlertLine alert={{ ...alert, alertId: alert.id, since: alert.activeSince }} />
          </li>
        )}
      </UsageList>
      <UsageList title="Policies" count={policies.length} items={policies}>
        {({ kind, id, name }) => (
          <li key={id}>
            <Link to={buildPath('policies', kind, id)}>{visibleText(name)}</Link>{' '}
            <span className={shared.muted}>{kind} policy</span>
          </li>
        )}
      </UsageList>
      <UsageList title="Maintenance windows" count={maintenance.length} items={maintenance}>
        {({ id, name }) => (
          <li key={id}>
            <Link to={buildPath('maintenance', id)}>{visibleText(name)}</Link>
          </li>
        )}
      </UsageList>
    </>
  )
}

interface UsageListProps<Item> {
  readonly title: string
  /** The number of all items, which may be more than are listed. */
  readonly count: number
  readonly items: readonly Item[]
  readonly children: (item: Item) => ReactNode
}

function UsageList<Item>({ title, count, items, children }: UsageListProps<Item>) {
  if (items.length === 0) return null
  return (
    <section className={stage.part} aria-label={title}>
      <h3>
        {title} <span className={shared.muted}>{count.toLocaleString()}</span>
      </h3>
      <LongList items={items} what={title.toLowerCase()} className={shared.tight}>
        {children}
      </LongList>
    </section>
  )
}
