import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { topologiesQuery } from '../../api/topologies.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { Pager } from '../../ui/pager.js'
import { NumberCell, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { AlertSummary } from './alert-summary.js'
import styles from './topology-list.module.css'

/** Every topology, with how its service stands. */
export function TopologyList() {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1) || 1
  const { data, error, isPending, refetch } = useQuery(topologiesQuery(page))
  return (
    <Page title="Topologies">
      {isPending && <Loading what="the topologies" />}
      {error && <Failure error={error} onRetry={() => refetch()} />}
      {data?.total === 0 && <NoTopologies />}
      {data !== undefined && data.total > 0 && (
        <Table
          caption="Topologies"
          columns={['Topology', 'Alerts', 'On no node', 'Nodes', 'Changed']}
          numbers={['On no node', 'Nodes']}
        >
          {data.topologies.map(({ id, name, service, description, nodes, updateTime }) => (
            <tr key={id}>
              <td>
                <Link className={styles.name} to={`/topologies/${encodeURIComponent(id)}`}>
                  {name}
                </Link>
                <div className={styles.about}>
                  {[service === name ? '' : service, description].filter(Boolean).join(' · ')}
                </div>
              </td>
              <AlertSummary id={id} />
              <NumberCell>{nodes.length}</NumberCell>
              <td>
                <TimeAgo time={updateTime} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data !== undefined && <Pager {...data} onPage={(next) => setSearch({ page: String(next) })} />}
    </Page>
  )
}

function NoTopologies() {
  return (
    <EmptyState icon="topology" title="No topologies yet">
      <p>
        A topology draws what one service runs on, and shows which part of it an alert hurts. Import a CMDB file or a
        topology file, or create one over the API: <code>POST /api/service_topology</code>.
      </p>
    </EmptyState>
  )
}
