import { SEVERITIES } from '@opsgraph/core/pure'
import { visibleText } from '@opsgraph/draw'
import { useState } from 'react'
import type { Alert } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { LinkedText } from '../../ui/linked-text.js'
import { SeverityBadge } from '../../ui/severity.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import service from '../service/service.module.css'
import styles from './alert.module.css'
import { Time } from './alert-facts.js'

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
