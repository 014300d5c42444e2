import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { type PreviewedWindow, windowPreviewQuery } from '../../api/maintenance.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { Notice } from '../../ui/notice.js'
import { SampleAlert } from '../policy/live-matches.js'
import styles from '../policy/policy.module.css'
import type { SentFilter } from '../policy/sent-filter.js'

interface HeldPreviewProps {
  /** `undefined` if the filter has a fault. */
  readonly filters: SentFilter | undefined
  readonly hurtDepth: number
}

/**
 * Shows how many of the current alerts a window would hold, and lists the first of them. It is for a window that also
 * holds the alerts of ancestors: the server counts these alerts, because the browser does not have the resource graph.
 */
export function HeldPreview({ filters, hurtDepth }: HeldPreviewProps) {
  const tried = { filters: filters as NonNullable<PreviewedWindow['filters']>, hurtDepth }
  const { data, error, refetch, isFetching } = useQuery({
    ...windowPreviewQuery(tried),
    enabled: filters !== undefined,
  })
  return (
    <section className={styles.matches} aria-label="Current alerts">
      <h2>Current alerts</h2>
      {error && <Failure error={error} what="The current alerts cannot be counted" onRetry={() => refetch()} />}
      <p className={styles.count} role="status">
        {filters === undefined && 'Not counted: the filter has a fault.'}
        {filters !== undefined && data === undefined && !error && 'Counting …'}
        {filters !== undefined && data !== undefined && (
          <>
            <strong>{data.matched.toLocaleString()}</strong> of {data.searched.toLocaleString()} would be held
          </>
        )}
      </p>
      {data !== undefined && data.total > data.searched && (
        <Notice>
          {data.total.toLocaleString()} alerts are active: only the {data.searched.toLocaleString()} that were received
          last are counted.
        </Notice>
      )}
      <ul className={styles.sample}>
        {data?.alerts.slice(0, SAMPLE_SIZE).map(({ below, ...alert }) => (
          <li key={alert.id}>
            <SampleAlert alert={alert} />
            {below !== null && `, above ${visibleText(below)}`}
          </li>
        ))}
        {data !== undefined && data.matched > SAMPLE_SIZE && (
          <li>and {(data.matched - SAMPLE_SIZE).toLocaleString()} more</li>
        )}
      </ul>
      <div className={styles.bar}>
        <Button icon="refresh" isBusy={isFetching} onClick={() => refetch()}>
          Refresh
        </Button>
      </div>
    </section>
  )
}

const SAMPLE_SIZE = 8
