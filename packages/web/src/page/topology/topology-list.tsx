import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { TopologySummary } from '../../api/schemas.js'
import { assignmentCountsQuery, topologiesQuery } from '../../api/topologies.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { LinkButton } from '../../ui/link-button.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { type AlertTotals, SeverityCounts } from '../../ui/severity-counts.js'
import { NumberCell, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { alertTotals } from './assigned-alerts.js'
import styles from './topology-list.module.css'

/** The page with the list of topologies and the alert counts of their services. */
export function TopologyList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(topologiesQuery(page))
  return (
    <Page
      title="Topologies"
      actions={
        <LinkButton to="/topologies/new" icon="plus">
          New topology
        </LinkButton>
      }
    >
      {isPending && <Loading what="the topologies" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoTopologies />}
      {data !== undefined && data.topologies.length > 0 && <Rows topologies={data.topologies} />}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ page: String(next) })} />}
    </Page>
  )
}

interface Standing {
  readonly topology: TopologySummary
  /** The numbers of alerts; `undefined` if they are unknown. */
  readonly totals: AlertTotals | undefined
  readonly unassigned: number | undefined
  /** The reason why the counts are unknown. */
  readonly fault: string | undefined
}

function Rows({ topologies }: { readonly topologies: readonly TopologySummary[] }) {
  const assignments = useQueries({ queries: topologies.map(({ id }) => assignmentCountsQuery(id)) })
  const standings = topologies.map((topology, index): Standing => {
    const { data, error } = assignments[index] ?? {}
    // The last counts may be outdated after an error. So show neither these counts nor "no active alerts".
    if (error) return { topology, totals: undefined, unassigned: undefined, fault: error.message }
    return { topology, totals: data && alertTotals(data.alerts), unassigned: data?.unassigned.length, fault: undefined }
  })
  return (
    <Table
      caption="Topologies, the worst first"
      columns={['Topology', 'Alerts', 'On no node', 'Nodes', 'Changed']}
      numbers={['On no node', 'Nodes']}
    >
      {standings.map((standing) => (
        <Row key={standing.topology.id} {...standing} />
      ))}
    </Table>
  )
}

function Row({ topology, totals, unassigned, fault }: Standing) {
  const { id, name, service, description, nodes, updateTime } = topology
  return (
    <tr>
      <td>
        <Link className={styles.name} to={`/topologies/${encodeURIComponent(id)}`}>
          {name}
        </Link>
        <div className={styles.about}>{[service === name ? '' : service, description].filter(Boolean).join(' · ')}</div>
      </td>
      <td>
        {fault !== undefined && <span className={styles.fault}>unknown: {fault}</span>}
        {totals && <SeverityCounts {...totals} />}
      </td>
      <NumberCell>{unassigned}</NumberCell>
      <NumberCell>{nodes.length}</NumberCell>
      <td>
        <TimeAgo time={updateTime} />
      </td>
    </tr>
  )
}

function NoTopologies() {
  return (
    <EmptyState icon="topology" title="No topologies yet">
      <p>
        A topology shows what one service runs on, and which part of it an alert hurts. Import a CMDB file or a topology
        file, or choose “New topology” to draw one.
      </p>
    </EmptyState>
  )
}
