import { visibleLabel, visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { Alert } from '../../api/schemas.js'
import { AlertState } from '../../ui/alert-state.js'
import { Checkbox } from '../../ui/checkbox.js'
import { SeverityBadge } from '../../ui/severity.js'
import { Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './alert.module.css'

interface AlertTableProps {
  readonly alerts: readonly Alert[]
  /** The ids of the chosen alerts. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (id: string, isChosen: boolean) => void
}

const COLUMNS = ['Choose', 'Severity', 'Alert', 'Status', 'Environment', 'Service', 'Began', 'Received']

/** A table of alerts, each of which can be chosen. */
export function AlertTable({ alerts, chosen, onChoose }: AlertTableProps) {
  return (
    <Table caption="Alerts" columns={COLUMNS}>
      {alerts.map((alert) => (
        <tr key={alert.id}>
          <td>
            <Checkbox
              label={`Choose ${alert.event} on ${alert.resource}`}
              isLabelUnseen
              checked={chosen.has(alert.id)}
              onCheckedChange={(isChosen) => onChoose(alert.id, isChosen)}
            />
          </td>
          <td>
            <SeverityBadge severity={alert.severity} />
          </td>
          <td className={styles.name}>
            <Link to={`/alerts/${encodeURIComponent(alert.id)}`}>
              {visibleText(alert.event)} on {visibleLabel(alert.resource)}
            </Link>
            {alert.text !== '' && <div className={styles.quiet}>{visibleText(alert.text)}</div>}
          </td>
          <td>
            <AlertState alert={alert} />
          </td>
          <td>{visibleLabel(alert.environment)}</td>
          <td>{alert.service.map(visibleLabel).join(', ')}</td>
          <td>
            <TimeAgo time={alert.activeSince} />
          </td>
          <td>
            <TimeAgo time={alert.lastReceiveTime} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
