import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { OwedMessage, SubscriptionDelivery } from '../../api/subscriptions.js'
import { Icon } from '../../ui/icon.js'
import { Notice } from '../../ui/message.js'
import { Section } from '../../ui/page.js'
import { buildPath } from '../../ui/page-links.js'
import shared from '../../ui/shared.module.css'
import { type Column, Table } from '../../ui/table.js'
import { TimeAgo } from '../../ui/time-ago.js'
import styles from './subscription.module.css'
import { StateStep } from './subscription-parts.js'

/** Lists the messages that are not delivered yet, with the fault of the last try. */
export function OwedMessages({
  messages,
  total,
}: {
  readonly messages: readonly OwedMessage[]
  readonly total: number
}) {
  return (
    <Section title="Not delivered yet">
      {total > messages.length && (
        <Notice>{`The ${messages.length} most severe of ${total.toLocaleString()} are listed.`}</Notice>
      )}
      {messages.length === 0 ? (
        <p className={shared.muted}>Everything is delivered.</p>
      ) : (
        <Table
          caption="Messages that are not delivered yet"
          items={messages}
          what="messages"
          getKey={({ kind, id }) => `${kind} ${id}`}
          columns={OWED_COLUMNS}
        />
      )}
    </Section>
  )
}

const OWED_COLUMNS: readonly Column<OwedMessage>[] = [
  { heading: 'About', cell: ({ kind, id }) => <MessageSubject kind={kind} id={id} /> },
  { heading: 'State', cell: (message) => <StateStep {...message} /> },
  { heading: 'Tries', isNumber: true, cell: ({ tries }) => tries.toLocaleString() },
  {
    heading: 'Next try',
    cell: ({ trying, nextTry }) =>
      trying ? 'is tried now' : <time dateTime={nextTry}>{new Date(nextTry).toLocaleString()}</time>,
  },
  { heading: 'Last fault', cell: ({ error }) => <div className={styles.fault}>{visibleText(error ?? '')}</div> },
]

/** Lists the last tries, the newest first, with the answer of the receiver. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly SubscriptionDelivery[] }) {
  return (
    <Section title="Last deliveries">
      {deliveries.length === 0 ? (
        <p className={shared.muted}>Nothing was sent yet.</p>
      ) : (
        <Table
          caption="Last deliveries"
          items={deliveries}
          getKey={({ messageId, time }) => `${messageId} ${time}`}
          columns={DELIVERY_COLUMNS}
        />
      )}
      {deliveries.length > 0 && <p className={shared.muted}>The last 50 tries are kept.</p>}
    </Section>
  )
}

const DELIVERY_COLUMNS: readonly Column<SubscriptionDelivery>[] = [
  { heading: 'Time', cell: ({ time }) => <TimeAgo time={time} /> },
  { heading: 'About', cell: ({ kind, id }) => (kind === 'test' ? 'test' : <MessageSubject kind={kind} id={id} />) },
  {
    heading: 'State',
    cell: (delivery) => (
      <>
        {delivery.kind !== 'test' && <StateStep {...delivery} />}
        {delivery.repeat && <div className={shared.muted}>again</div>}
      </>
    ),
  },
  {
    heading: 'Answer',
    cell: ({ delivered, status, error }) => (
      <>
        <span className={delivered ? styles.good : styles.bad}>
          <Icon name={delivered ? 'check' : 'alert'} />
          {delivered ? 'delivered' : 'not delivered'}
          {status !== null && `, status ${status}`}
        </span>
        {error !== null && <div className={styles.fault}>{visibleText(error)}</div>}
      </>
    ),
  },
  { heading: 'Took', isNumber: true, cell: ({ took }) => `${Math.round(took).toLocaleString()} ms` },
]

/** A link to the service or the alert that a message is about. */
function MessageSubject({ kind, id }: Pick<OwedMessage, 'kind' | 'id'>) {
  if (kind === 'impact') return <Link to={buildPath('services', id)}>{visibleText(id)}</Link>
  return <Link to={buildPath('alerts', id)}>an alert</Link>
}
