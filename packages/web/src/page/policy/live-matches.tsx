import { visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { currentAlertsQuery } from '../../api/current-alerts.js'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { Notice } from '../../ui/notice.js'
import { SeverityIcon } from '../../ui/severity.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './policy.module.css'
import { useMatches } from './use-matches.js'

interface LiveMatchesProps {
  /** The compiled filter; `undefined` if the filter has a fault. */
  readonly test: ((alert: Alert) => boolean) | undefined
  /** If given, only alerts of this service are counted. */
  readonly service?: string
  /** The verb after the count, such as `match` in the text `3 of 40 match`. */
  readonly verb: string
}

/** Shows how many of the current alerts match, and lists the first of them. */
export function LiveMatches({ test, service, verb }: LiveMatchesProps) {
  const { data, error, refetch, isFetching } = useQuery(currentAlertsQuery(service))
  const found = useMatches(test, data?.alerts)
  return (
    <section className={styles.matches} aria-label="Current alerts">
      <h2>Current alerts</h2>
      {error && <Failure error={error} what="The current alerts cannot be counted" onRetry={() => refetch()} />}
      {data !== undefined && (
        <>
          <p className={styles.count} role="status">
            {test === undefined && 'Not counted: the filter has a fault.'}
            {test !== undefined && found === undefined && 'Counting …'}
            {found !== undefined && (
              <>
                <strong>{found.length.toLocaleString()}</strong> of {data.alerts.length.toLocaleString()} {verb}
              </>
            )}
          </p>
          {data.total > data.alerts.length && (
            <Notice>
              {data.total.toLocaleString()} alerts are active: only the {data.alerts.length.toLocaleString()} that were
              received last are counted.
            </Notice>
          )}
          <ul className={styles.sample}>
            {found?.slice(0, SAMPLE).map(({ id, severity, event, resource }) => (
              <li key={id}>
                <SeverityIcon severity={severity} label={severity} /> {visibleText(event)} on {visibleText(resource)}
              </li>
            ))}
            {found !== undefined && found.length > SAMPLE && (
              <li>and {(found.length - SAMPLE).toLocaleString()} more</li>
            )}
          </ul>
          <div className={styles.bar}>
            <Button icon="refresh" isBusy={isFetching} onClick={() => refetch()}>
              Refresh
            </Button>
            <span className={styles.quiet}>
              Read <TimeAgo time={new Date(data.readAt).toISOString()} />
            </span>
          </div>
        </>
      )}
    </section>
  )
}

const SAMPLE = 8
