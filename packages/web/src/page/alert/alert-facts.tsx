import { SEVERITIES } from '@opsgraph/core/pure'
import { visibleLabel, visibleText } from '@opsgraph/draw'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Alert } from '../../api/schemas.js'
import { AlertState } from '../../ui/alert-state.js'
import { Button } from '../../ui/button.js'
import { CodeBlock } from '../../ui/code-block.js'
import { formatCount } from '../../ui/format.js'
import { joinClasses } from '../../ui/join-classes.js'
import { LinkedText } from '../../ui/linked-text.js'
import { buildAlertsPath } from '../../ui/page-links.js'
import { SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import service from '../service/service.module.css'
import styles from './alert.module.css'

/** The values of an alert. Fields without a value are left out. */
export function AlertFacts({ alert }: { readonly alert: Alert }) {
  return (
    <div className={service.part}>
      <div className={shared.line}>
        <SeverityBadge severity={alert.severity} />
        <AlertState alert={alert} />
        <span>{visibleLabel(alert.environment)}</span>
        <span className={service.age}>
          began <TimeAgo time={alert.activeSince} />
        </span>
      </div>
      {alert.text !== '' && (
        <p className={styles.message}>
          <LinkedText text={alert.text} />
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name="Value">{alert.value !== '' && <LinkedText text={alert.value} />}</Fact>
        <Fact name="Services">{alert.service.map(visibleLabel).join(', ')}</Fact>
        <Fact name="Tags">
          {alert.tags.length > 0 && (
            <span className={styles.tags}>
              {alert.tags.map((tag) => (
                <Link key={tag} className={styles.tag} to={buildAlertsPath({ tag })}>
                  {visibleLabel(tag)}
                </Link>
              ))}
            </span>
          )}
        </Fact>
        <Fact name="Assignee">
          {alert.assignee !== null && (
            <Link to={buildAlertsPath({ assignee: alert.assignee })}>{visibleText(alert.assignee)}</Link>
          )}
        </Fact>
        <Fact name="Group">{visibleText(alert.group)}</Fact>
        <Fact name="Origin">{alert.origin !== null && visibleText(alert.origin)}</Fact>
        <Fact name="Customer">{alert.customer !== null && visibleText(alert.customer)}</Fact>
        <Fact name="Received">{formatReceived(alert)}</Fact>
        <Fact name="Previous severity">{alert.previousSeverity}</Fact>
        <Fact name="Began">
          <Time time={alert.activeSince} />
        </Fact>
        <Fact name="Created">{alert.createTime !== alert.activeSince && <Time time={alert.createTime} />}</Fact>
        <Fact name="Last received">
          <Time time={alert.lastReceiveTime} />
        </Fact>
        <Fact name="Last changed">
          <Time time={alert.updateTime} />
        </Fact>
        <Fact name="Expires">{alert.expireTime !== null && formatDate(alert.expireTime)}</Fact>
        {Object.entries(alert.attributes).map(([name, value]) => (
          <Fact key={name} name={visibleLabel(name)} isAttribute>
            <AttributeValue name={name} value={value} />
          </Fact>
        ))}
      </dl>
    </div>
  )
}

interface FactProps {
  readonly name: string
  /** Whether the value is an attribute, whose name the sender has chosen. */
  readonly isAttribute?: boolean
  /** Nothing is shown if this is `false`, `null` or an empty text. */
  readonly children: ReactNode
}

function Fact({ name, isAttribute = false, children }: FactProps) {
  if (children === false || children === null || children === '') return null
  return (
    <div className={styles.fact}>
      <dt className={isAttribute ? styles.attribute : undefined}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function AttributeValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'object' && value !== null) {
    return <CodeBlock what={visibleLabel(name)} text={JSON.stringify(value, undefined, 2)} />
  }
  return <LinkedText text={String(value)} />
}

/** A time as a date, and its age. */
export function Time({ time }: { readonly time: string }) {
  return (
    <>
      {formatDate(time)}{' '}
      <span className={joinClasses(shared.quiet, styles.ago)}>
        (<TimeAgo time={time} />)
      </span>
    </>
  )
}

function formatDate(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

function formatReceived({ duplicateCount }: Alert): string {
  if (duplicateCount === 0) return 'once with this severity'
  return `${(duplicateCount + 1).toLocaleString()} times with this severity (${formatCount(duplicateCount, 'duplicate')})`
}

/** At most this many fingerprints are shown at first. */
const SHOWN_AT_FIRST = 50

type Fingerprint = NonNullable<Alert['fingerprints']>[number]

/**
 * Lists the open fingerprints of an alert, the worst first. Shows nothing if the sender gives no fingerprints, because
 * the other fields of the alert then contain everything.
 */
export function OpenFingerprints({ fingerprints = [] }: Pick<Alert, 'fingerprints'>) {
  const [isWhole, setWhole] = useState(false)
  if (fingerprints.every(({ fingerprint }) => fingerprint === '')) return null
  const sorted = fingerprints.toSorted((one, other) => rankSeverity(one) - rankSeverity(other))
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={service.part}>
      <h2 className={service.subtitle}>Open ({fingerprints.length.toLocaleString()})</h2>
      <p className={shared.quiet}>The alert closes when the last of these is over.</p>
      <Table caption="Open fingerprints" items={shown} getKey={({ fingerprint }) => fingerprint} columns={COLUMNS} />
      {shown.length < sorted.length && (
        <div>
          <Button onClick={() => setWhole(true)}>Show all {sorted.length.toLocaleString()}</Button>
        </div>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<Fingerprint>[] = [
  { heading: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { heading: 'Since', cell: ({ since }) => <Time time={since} /> },
  {
    heading: 'Fingerprint',
    cell: ({ fingerprint }) =>
      fingerprint === '' ? (
        <span className={shared.quiet}>no fingerprint</span>
      ) : (
        <span className={shared.code}>{visibleText(fingerprint)}</span>
      ),
  },
  { heading: 'Text', className: styles.text, cell: ({ text }) => <LinkedText text={text} /> },
]

function rankSeverity({ severity }: Fingerprint): number {
  return SEVERITIES.indexOf(severity)
}
