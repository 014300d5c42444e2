import { visibleText } from '@opsgraph/draw'
import type { Alert } from '../../api/schemas.js'
import { Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './alert.module.css'
import { LinkedText } from './linked-text.js'

/** The history of an alert, newest entry first. */
export function AlertHistory({ history }: Pick<Alert, 'history'>) {
  return (
    <Table caption="History of the alert" columns={['When', 'What', 'By', 'Text']}>
      {history.toReversed().map(({ id, type, actor, text, severity, status, updateTime }) => (
        <tr key={id}>
          <td>
            <TimeAgo time={updateTime} />
          </td>
          <td>
            {type}
            {type !== 'note' && (
              <div className={styles.quiet}>
                {severity}, {status}
              </div>
            )}
          </td>
          <td>{visibleText(actor)}</td>
          <td className={styles.text}>
            <LinkedText text={text} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
