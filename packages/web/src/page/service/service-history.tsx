import { visibleLabel, visibleText } from '@opsgraph/draw'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ServiceHistory as History, serviceHistoryQuery } from '../../api/impact.js'
import { formatCount, formatLongDuration } from '../../ui/format.js'
import { Loaded } from '../../ui/loaded.js'
import { buildPath } from '../../ui/page-links.js'
import { Segments } from '../../ui/segments.js'
import { SeverityBadge, SeverityIcon } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { Table } from '../../ui/table.js'
import service from './service.module.css'
import { computeSpans, formatShare, listMinutesByState, type SpanState } from './timeline.js'
import styles from './timeline.module.css'
import { formatState, formatTime, isHurt, TimelineBar } from './timeline-bar.js'

const RANGES = [
  { value: 'day', label: '24 hours', title: 'The last 24 hours', hours: 24 },
  { value: 'month', label: '30 days', title: 'The last 30 days', hours: 720 },
] as const

const MINUTE = 60_000

/**
 * Shows how the state of a service has changed: as a drawing, as the time spent at each severity, and as a list of
 * changes.
 */
export function ServiceHistory({ name }: { readonly name: string }) {
  const [chosen, choose] = useState<(typeof RANGES)[number]['value']>('day')
  const range = RANGES.find(({ value }) => value === chosen) ?? RANGES[0]
  const query = useQuery(serviceHistoryQuery(name, range.hours))
  return (
    <section className={service.part} aria-label="History">
      <div className={styles.head}>
        <h2 className={service.title}>History</h2>
        <Segments label="Time" value={chosen} options={RANGES} onChange={choose} />
      </div>
      <Loaded query={query} what="the history" outdated="The history may be outdated">
        {(history) => <Figures history={history} range={range} />}
      </Loaded>
    </section>
  )
}

interface FiguresProps {
  readonly history: History
  readonly range: (typeof RANGES)[number]
}

function Figures({ history, range }: FiguresProps) {
  const { transitions, total, share, knownSince } = history
  const isLong = range.value === 'month'
  const minutes = listMinutesByState(history)
  const sums = minutes.map(([state, spent]) => `${formatState(state)} ${formatLongDuration(spent * MINUTE)}`)
  return (
    <div className={shared.loose}>
      <TimelineBar spans={computeSpans(history)} isLong={isLong} label={`${range.title}: ${sums.join(', ')}`} />
      {history.more && (
        <p className={shared.muted}>
          The state changed {formatCount(total, 'time')}. The drawing and the list have the newest{' '}
          {transitions.length.toLocaleString()}; the sums have all of them.
        </p>
      )}
      {knownSince === null ? (
        <p>The state of the service in this time is unknown, because no server recorded it.</p>
      ) : (
        share !== null && (
          <p>
            Better than major for <b>{formatShare(share)}</b> of the known time.
          </p>
        )
      )}
      <div className={styles.sums}>
        <Table
          caption="Time at each severity"
          items={minutes}
          getKey={([state]) => state}
          columns={[
            { heading: 'Severity', cell: ([state]) => <State state={state} /> },
            { heading: 'Time', isNumber: true, cell: ([, spent]) => formatLongDuration(spent * MINUTE) },
            { heading: 'Share', isNumber: true, cell: ([, spent]) => formatShare(spent / (range.hours * 60)) },
          ]}
        />
      </div>
      {transitions.length === 0 ? (
        <p className={shared.muted}>The state did not change in this time.</p>
      ) : (
        <Transitions history={history} isLong={isLong} />
      )}
    </div>
  )
}

function State({ state }: { readonly state: SpanState }) {
  return isHurt(state) ? <SeverityBadge severity={state} /> : <span>{formatState(state)}</span>
}

interface TransitionsProps {
  readonly history: History
  readonly isLong: boolean
}

/** Lists the changes of the state, the newest first. */
function Transitions({ history: { transitions, to }, isLong }: TransitionsProps) {
  const rows = transitions.map((transition, at) => {
    const end = Date.parse(transitions[at - 1]?.time ?? to)
    return { ...transition, isLast: at === 0, lasted: end - Date.parse(transition.time), key: transitions.length - at }
  })
  return (
    <Table
      caption="Changes"
      items={rows}
      what="changes"
      getKey={({ key }) => String(key)}
      columns={[
        {
          heading: 'Time',
          cell: ({ time }) => (
            <time dateTime={time} title={new Date(time).toLocaleString()}>
              {formatTime(Date.parse(time), isLong)}
            </time>
          ),
        },
        {
          heading: 'State',
          cell: ({ from, to, acknowledged }) => (
            <span className={styles.state}>
              <State state={to ?? 'none'} />
              {acknowledged && <span className={shared.muted}>acknowledged</span>}
              {from !== to && <span className={shared.muted}>before: {formatState(from ?? 'none')}</span>}
            </span>
          ),
        },
        {
          heading: 'Lasted',
          cell: ({ isLast, lasted }) =>
            isLast ? `since then (${formatLongDuration(lasted)})` : formatLongDuration(lasted),
        },
        { heading: 'Root causes', cell: ({ causes }) => <Causes causes={causes} /> },
      ]}
    />
  )
}

/** The root causes at the time of a change. Their alerts may have been deleted since. */
function Causes({ causes }: Pick<History['transitions'][number], 'causes'>) {
  return (
    <ul className={styles.causes}>
      {causes.map(({ alertId, resource, event, severity }) => (
        <li key={alertId}>
          <SeverityIcon severity={severity} label={severity} />{' '}
          <Link to={buildPath('alerts', alertId)}>
            {visibleLabel(resource)} · {visibleText(event)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
