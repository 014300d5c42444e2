import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { OwedMessage, SubscriptionDelivery } from '../../api/subscriptions.js'
import { Icon } from '../../ui/icon.js'
import { Notice } from '../../ui/notice.js'
import { buildServicePath } from '../../ui/service-path.js'
import shared from '../../ui/shared.module.css'
import { ShowMore } from '../../ui/show-more.js'
import { NumberCell, Table } from '../../ui/table.js'
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
    <section className={shared.section} aria-label="Not delivered yet">
      <h2>Not delivered yet</h2>
      {total > messages.length && (
        <Notice>{`The ${messages.length} most severe of ${total.toLocaleString()} are listed.`}</Notice>
      )}
      {messages.length === 0 ? (
        <p className={shared.muted}>Everything is delivered.</p>
      ) : (
        <ShowMore items={messages} what="messages">
          {(visible) => (
            <Table
              caption="Messages that are not delivered yet"
              columns={['About', 'State', 'Tries', 'Next try', 'Last fault']}
              numbers={['Tries']}
            >
              {visible.map(({ kind, id, tries, trying, nextTry, error, ...step }) => (
                <tr key={`${kind} ${id}`}>
                  <td>
                    <MessageSubject kind={kind} id={id} />
                  </td>
                  <td>
                    <StateStep {...step} />
                  </td>
                  <NumberCell>{tries.toLocaleString()}</NumberCell>
                  <td>
                    {trying ? 'is tried now' : <time dateTime={nextTry}>{new Date(nextTry).toLocaleString()}</time>}
                  </td>
                  <td>
                    <div className={styles.fault}>{visibleText(error ?? '')}</div>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </ShowMore>
      )}
    </section>
  )
}

/** Lists the last tries, the newest first, with the answer of the receiver. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly SubscriptionDelivery[] }) {
  return (
    <section className={shared.section} aria-label="Last deliveries">
      <h2>Last deliveries</h2>
      {deliveries.length === 0 ? (
        <p className={shared.muted}>Nothing was sent yet.</p>
      ) : (
        <Table caption="Last deliveries" columns={['Time', 'About', 'State', 'Answer', 'Took']} numbers={['Took']}>
          {deliveries.map((delivery) => (
            <Delivery key={`${delivery.messageId} ${delivery.time}`} delivery={delivery} />
          ))}
        </Table>
      )}
      {deliveries.length > 0 && <p className={shared.muted}>The last 50 tries are kept.</p>}
    </section>
  )
}

/** A row for one try. */
function Delivery({ delivery }: { readonly delivery: SubscriptionDelivery }) {
  const { kind, id, time, delivered, status, error, took, repeat } = delivery
  return (
    <tr>
      <td>
        <TimeAgo time={time} />
      </td>
      <td>{kind === 'test' ? 'test' : <MessageSubject kind={kind} id={id} />}</td>
      <td>
        {kind !== 'test' && <StateStep {...delivery} />}
        {repeat && <div className={shared.muted}>again</div>}
      </td>
      <td>
        <span className={delivered ? styles.good : styles.bad}>
          <Icon name={delivered ? 'check' : 'alert'} />
          {delivered ? 'delivered' : 'not delivered'}
          {status !== null && `, status ${status}`}
        </span>
        {error !== null && <div className={styles.fault}>{visibleText(error)}</div>}
      </td>
      <NumberCell>{Math.round(took).toLocaleString()} ms</NumberCell>
    </tr>
  )
}

/** A link to the service or the alert that a message is about. */
function MessageSubject({ kind, id }: Pick<OwedMessage, 'kind' | 'id'>) {
  if (kind === 'impact') return <Link to={buildServicePath(id)}>{visibleText(id)}</Link>
  return <Link to={`/alerts/${encodeURIComponent(id)}`}>an alert</Link>
}
