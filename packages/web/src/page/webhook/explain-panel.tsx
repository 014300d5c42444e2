import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { JsonField } from '../../ui/json-field.js'
import { ageOf } from '../../ui/time-ago.js'
import { ExplanationView } from './explanation-view.js'
import { type Explained, payloadText } from './use-explanation.js'
import styles from './webhook.module.css'

interface ExplainPanelProps {
  readonly explained: Explained
  readonly webhook: Webhook | undefined
  /** Whether there is a config to explain. */
  readonly isReadable: boolean
}

/** A payload, pasted or kept, and what the draft makes of it; nothing of it is stored. */
export function ExplainPanel({ explained, webhook, isReadable }: ExplainPanelProps) {
  const { payload, setPayload, data, error } = explained
  const kept = (webhook?.payloadHistory ?? []).filter((entry) => entry.payload !== null)
  return (
    <section className={styles.aside} aria-label="Try it out">
      <h2>Try it out</h2>
      <JsonField
        label="Payload"
        rows={10}
        value={payload}
        onValueChange={setPayload}
        hint={payload === '' ? 'Paste what the tool sends, to see what becomes of it. Nothing is stored.' : undefined}
      />
      {kept.length > 0 && (
        <div className={styles.bar}>
          {kept.map((entry) => (
            <Button key={entry.receivedAt} onClick={() => setPayload(payloadText(entry.payload))}>
              Received {ageOf(entry.receivedAt, Date.now())}
            </Button>
          ))}
        </div>
      )}
      {!isReadable && <p className={styles.quiet}>Explained again as soon as the JSON is complete.</p>}
      {error && <Failure error={error} what="This cannot be explained" />}
      {data !== undefined && error === null && isReadable && <ExplanationView explanation={data} />}
    </section>
  )
}
