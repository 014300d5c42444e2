import { visibleLabel, visibleText } from '@opsgraph/draw'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { activeTotalQuery, currentAlertsQuery } from '../../api/alerts.js'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { Failure, Notice } from '../../ui/message.js'
import { Section } from '../../ui/page.js'
import { SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './policy.module.css'

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
  const query = useQuery(currentAlertsQuery(service))
  const { data } = query
  const found = useMatches(test, data?.alerts)
  const matches = data &&
    found && { matched: found.length, searched: data.alerts.length, total: data.total, alerts: found }
  return <MatchPanel {...{ query, matches, verb }} isFaulty={test === undefined} readAt={data?.readAt} />
}

type Sample = Pick<Alert, 'id' | 'severity' | 'event' | 'resource' | 'environment'>

interface Matches<Matching> {
  readonly matched: number
  readonly searched: number
  /** The number of all active alerts. */
  readonly total: number
  /** The alerts that match, or the first of them. */
  readonly alerts: readonly Matching[]
}

interface MatchPanelProps<Matching> {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>
  /** Whether the filter has a fault. The alerts are not counted then. */
  readonly isFaulty: boolean
  /** `undefined` = not counted yet. */
  readonly matches: Matches<Matching> | undefined
  readonly verb: string
  /** When the alerts were read, in milliseconds since 1970. */
  readonly readAt?: number | undefined
  /** Returns the end of the line about an alert. */
  readonly formatNote?: (alert: Matching) => string
}

/** A panel with the number of the alerts that match, and the first of them. */
export function MatchPanel<Matching extends Sample>(props: MatchPanelProps<Matching>) {
  const { query, isFaulty, matches, verb, readAt, formatNote } = props
  const { error, refetch, isFetching } = query
  return (
    <Section title="Current alerts">
      {error && <Failure error={error} what="The current alerts cannot be counted" onRetry={() => refetch()} />}
      <p className={styles.count} role="status">
        {isFaulty && 'Not counted: the filter has a fault.'}
        {!isFaulty && matches === undefined && !error && 'Counting …'}
        {!isFaulty && matches && (
          <>
            <strong>{matches.matched.toLocaleString()}</strong> of {matches.searched.toLocaleString()} {verb}
          </>
        )}
      </p>
      {matches && matches.total > matches.searched && (
        <Notice>
          {matches.total.toLocaleString()} alerts are active: only the {matches.searched.toLocaleString()} that were
          received last are counted.
        </Notice>
      )}
      <ul className={styles.sample}>
        {matches?.alerts.slice(0, SAMPLE_SIZE).map((alert) => (
          <li key={alert.id}>
            <SampleAlert alert={alert} />
            {formatNote?.(alert)}
          </li>
        ))}
        {matches && matches.matched > SAMPLE_SIZE && (
          <li>and {(matches.matched - SAMPLE_SIZE).toLocaleString()} more</li>
        )}
      </ul>
      <div className={shared.bar}>
        <Button icon="refresh" isBusy={isFetching} onClick={() => refetch()}>
          Refresh
        </Button>
        {readAt !== undefined && (
          <span className={shared.muted}>
            Read <TimeAgo time={new Date(readAt).toISOString()} />
          </span>
        )}
      </div>
    </Section>
  )
}

/**
 * A line about one of the alerts. It shows the environment, because filters often do not compare it although they
 * should.
 */
function SampleAlert({ alert: { severity, event, resource, environment } }: { readonly alert: Sample }) {
  return (
    <>
      <SeverityIcon severity={severity} label={severity} /> {visibleText(event)} on {visibleText(resource)}
      <span className={shared.muted}> in {visibleLabel(environment)}</span>
    </>
  )
}

const SAMPLE_SIZE = 8

/**
 * The maximum length of a time slice in milliseconds. While alerts are tested in a slice, the page cannot react.
 */
const SLICE_LENGTH = 10
/** The debounce time: alerts are counted as soon as the filter has not changed for this many milliseconds. */
const DEBOUNCE_TIME = 150

/**
 * Returns the alerts that match a filter; `undefined` until all alerts are tested. The alerts are tested in slices, so
 * that the page stays responsive.
 */
function useMatches(test: ((alert: Alert) => boolean) | undefined, alerts: readonly Alert[] | undefined) {
  const [found, setFound] = useState<readonly Alert[]>()
  useEffect(() => {
    setFound(undefined)
    if (test === undefined || alerts === undefined) return
    const matches: Alert[] = []
    let next = 0
    let timer = 0
    const run = () => {
      next = testSlice(alerts, next, (alert) => test(alert) && matches.push(alert))
      if (next < alerts.length) timer = window.setTimeout(run)
      else setFound(matches)
    }
    timer = window.setTimeout(run, DEBOUNCE_TIME)
    return () => window.clearTimeout(timer)
  }, [test, alerts])
  return found
}

/** Tests one slice of the alerts. Returns the index at which the next slice begins. */
function testSlice(alerts: readonly Alert[], start: number, testOne: (alert: Alert) => unknown): number {
  const end = performance.now() + SLICE_LENGTH
  let next = start
  for (; next < alerts.length && performance.now() < end; next++) testOne(alerts[next] as Alert)
  return next
}

interface EveryAlertProps {
  /** What happens to which alerts, such as `Hold every alert of this installation`. */
  readonly label: string
  /** What the consequences are. */
  readonly hint: string
}

/**
 * A checkbox for a form whose filter matches every alert. The browser does not submit the form before the user ticks
 * it. The label has the number of the alerts that are active now.
 */
export function EveryAlertCheckbox({ label, hint }: EveryAlertProps) {
  const [isConfirmed, setConfirmed] = useState(false)
  const { data } = useQuery(activeTotalQuery)
  const count = data === undefined ? '' : ` (${data.toLocaleString()} active now)`
  return (
    <div className={styles.every}>
      <Checkbox required label={`${label}${count}`} hint={hint} checked={isConfirmed} onCheckedChange={setConfirmed} />
    </div>
  )
}
