import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type StoredPayload, storedExplanationQuery, type Webhook } from '../../api/webhooks.js'
import { Button, LinkButton } from '../../ui/button.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Icon } from '../../ui/icon.js'
import { Loaded } from '../../ui/loaded.js'
import { EmptyState } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import { ExplanationView } from './explanation-view.js'
import { type Delivery, joinHistories } from './join-histories.js'
import { formatPayload } from './payload-text.js'
import { ReplayDialog } from './replay-dialog.js'
import styles from './webhook.module.css'

/** Lists the last deliveries of a webhook with their outcomes. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const deliveries = joinHistories(webhook.payloadHistory, webhook.errorHistory)
  const [asked, setAsked] = useState<StoredPayload>()
  if (deliveries.length === 0) {
    return (
      <EmptyState
        icon="webhook"
        title="Nothing has arrived yet"
        action={
          <LinkButton to="?tab=send" variant="primary">
            Send a test
          </LinkButton>
        }
      >
        Set up the URL of this webhook in the tool, or send a test. Deliveries are stored here, even while the webhook
        is disabled. If a delivery is missing, check the tool, the URL and the proxy.
      </EmptyState>
    )
  }
  return (
    <div className={shared.tab}>
      <p className={shared.quiet}>The last five payloads and the last five errors are stored, newest first.</p>
      {deliveries.map((delivery) => (
        <DeliveryEntry key={delivery.key} id={webhook.id} delivery={delivery} onReplay={setAsked} />
      ))}
      <ReplayDialog stored={asked} onClose={() => setAsked(undefined)} />
    </div>
  )
}

interface DeliveryEntryProps {
  readonly id: string
  readonly delivery: Delivery
  readonly onReplay: (stored: StoredPayload) => void
}

function DeliveryEntry({ id, delivery, onReplay }: DeliveryEntryProps) {
  const { receivedAt, httpStatus, sizeBytes, messages, outcome, payload, traceback, history } = delivery
  const [isExplained, setExplained] = useState(false)
  const isGood = outcome === 'accepted' || outcome === 'nothing created'
  const stored = history === undefined ? undefined : { id, history, receivedAt }
  return (
    <details className={styles.delivery}>
      <summary>
        <span className={isGood ? styles.good : styles.bad}>
          <Icon name={isGood ? 'check' : 'alert'} />
          {outcome}
        </span>
        <span className={styles.message}>{messages[0]}</span>
        <span className={shared.quiet}>
          answered {httpStatus}, {sizeBytes.toLocaleString()} bytes
        </span>
        <TimeAgo time={receivedAt} />
      </summary>
      <div className={styles.inside}>
        <div className={shared.bar}>
          <time dateTime={receivedAt}>{new Date(receivedAt).toLocaleString()}</time>
          {stored !== undefined && (
            <div className={shared.bar}>
              <Button onClick={() => setExplained(!isExplained)} aria-expanded={isExplained}>
                Explain
              </Button>
              {httpStatus !== 401 && (
                <Button icon="refresh" onClick={() => onReplay(stored)}>
                  Replay
                </Button>
              )}
            </div>
          )}
        </div>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {isExplained && stored !== undefined && <StoredExplanation stored={stored} />}
        {traceback !== null && <CodeBlock text={traceback} what="the traceback" />}
        {payload === null ? (
          <p className={shared.quiet}>The payload was not stored: it was not JSON, or it was too large.</p>
        ) : (
          <CodeBlock text={formatPayload(payload)} what="the payload" />
        )}
      </div>
    </details>
  )
}

function StoredExplanation({ stored }: { readonly stored: StoredPayload }) {
  const query = useQuery(storedExplanationQuery(stored))
  return (
    <Loaded query={query} what="the explanation" failed="The payload cannot be explained">
      {(explanation) => <ExplanationView explanation={explanation} />}
    </Loaded>
  )
}
