import { useQuery } from '@tanstack/react-query'
import { assignmentCountsQuery } from '../../api/topologies.js'
import { NumberCell } from '../../ui/table.js'
import styles from './alert-summary.module.css'
import { severityCounts } from './assigned-alerts.js'
import { SeverityCounts } from './severity-counts.js'

/** Two cells of the list: the alerts of a topology's service by severity, the worst first; and how many are on no node. */
export function AlertSummary({ id }: { readonly id: string }) {
  const { data, error } = useQuery(assignmentCountsQuery(id))
  return (
    <>
      <td>
        {error !== null && <span className={styles.unknown}>not known: {error.message}</span>}
        {data !== undefined && <SeverityCounts counts={severityCounts(data.alerts)} />}
      </td>
      <NumberCell>{data?.unassigned.length}</NumberCell>
    </>
  )
}
