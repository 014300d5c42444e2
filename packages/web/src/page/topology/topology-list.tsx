import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { topologiesQuery } from '../../api/topologies.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Failure } from '../../ui/failure.js'
import { Loading } from '../../ui/loading.js'
import { Page } from '../../ui/page.js'
import { NumberCell, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'

/** Every topology. */
export function TopologyList() {
  const topologies = useQuery(topologiesQuery)
  return (
    <Page title="Topologies">
      {topologies.isPending && <Loading what="the topologies" />}
      {topologies.error && <Failure error={topologies.error} onRetry={() => topologies.refetch()} />}
      {topologies.data?.length === 0 && (
        <EmptyState icon="topology" title="No topologies yet">
          <p>A topology draws what one service runs on, and shows where its alerts hurt.</p>
        </EmptyState>
      )}
      {topologies.data !== undefined && topologies.data.length > 0 && (
        <Table caption="Topologies" columns={['Name', 'Service', 'Nodes', 'Changed']} numbers={['Nodes']}>
          {topologies.data.map(({ id, name, service, nodes, updateTime }) => (
            <tr key={id}>
              <td>
                <Link to={`/topologies/${encodeURIComponent(id)}`}>{name}</Link>
              </td>
              <td>{service}</td>
              <NumberCell>{nodes.length}</NumberCell>
              <td>
                <TimeAgo time={updateTime} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  )
}
