import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { impactOnQuery, type ServiceImpact } from '../../api/impact.js'
import type { TopologySummary } from '../../api/schemas.js'
import { topologiesQuery } from '../../api/topologies.js'
import { LinkButton } from '../../ui/button.js'
import { ImpactCounts } from '../../ui/impact-counts.js'
import { Listing, usePageNumber } from '../../ui/loaded.js'
import { EmptyState, Failure } from '../../ui/message.js'
import { Page } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './topology-list.module.css'

/** The page with the list of topologies and the alert counts of their services. */
export function TopologyList() {
  const [page] = usePageNumber()
  const list = useQuery(topologiesQuery(page))
  return (
    <Page
      title="Topologies"
      actions={
        <LinkButton to="/topologies/new" icon="plus">
          New topology
        </LinkButton>
      }
    >
      <Listing query={list} what="the topologies" empty={<NoTopologies />}>
        {({ topologies }) => <Rows topologies={topologies} />}
      </Listing>
    </Page>
  )
}

function Rows({ topologies }: { readonly topologies: readonly TopologySummary[] }) {
  const { data, error, refetch } = useQuery(impactOnQuery(topologies.map(({ service }) => service)))
  const impacts = new Map(data?.services.map((impact) => [impact.service, impact]))
  return (
    <>
      {error && <Failure error={error} what="The alerts are unknown" onRetry={() => refetch()} />}
      <Table
        caption="Topologies, the worst first"
        items={topologies}
        getKey={({ id }) => id}
        columns={[
          {
            heading: 'Topology',
            cell: ({ id, name, service, description }) => (
              <>
                <Link className={styles.name} to={buildPath('topologies', id)}>
                  {name}
                </Link>
                <div className={styles.about}>
                  {[service === name ? '' : service, description].filter(Boolean).join(' · ')}
                </div>
              </>
            ),
          },
          {
            heading: 'Alerts',
            // After an error, the last numbers may be outdated. So show neither them nor "no active alerts".
            cell: ({ service }) => (
              <Alerts impact={error ? undefined : impacts.get(service)} isAwaited={!error && data === undefined} />
            ),
          },
          { heading: 'Changed', cell: ({ updateTime }) => <TimeAgo time={updateTime} /> },
        ]}
      />
    </>
  )
}

interface AlertsProps {
  readonly impact: ServiceImpact | undefined
  /** Whether the first answer is still awaited. */
  readonly isAwaited: boolean
}

function Alerts({ impact, isAwaited }: AlertsProps) {
  if (isAwaited) return null
  if (impact === undefined) return <span className={shared.bad}>unknown</span>
  return <ImpactCounts impact={impact} />
}

function NoTopologies() {
  return (
    <EmptyState icon="topology" title="No topologies yet">
      A topology shows what one service runs on, and which part of it an alert hurts. Import a CMDB file or a topology
      file, or choose “New topology” to draw one.
    </EmptyState>
  )
}
