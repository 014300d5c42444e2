import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { Failure } from '../../ui/failure.js'
import { TextArea } from '../../ui/field.js'
import { JsonField } from '../../ui/json-field.js'
import { Notice } from '../../ui/notice.js'
import { ageOf } from '../../ui/time-ago.js'
import { ExplanationView } from './explanation-view.js'
import { payloadText } from './payload-text.js'
import type { Explained } from './use-explanation.js'
import styles from './webhook.module.css'

interface ExplainPanelProps {
  readonly explained: Explained
  readonly setPayload: (payload: string) => void
  /** The number of suggested alert policies that are not saved yet. */
  readonly suggested: number
  readonly onSuggest: () => void
  readonly webhook: Webhook | undefined
  /** Whether the draft of the webhook config is a JSON object. */
  readonly isReadable: boolean
}

/**
 * Explains which alerts the unsaved webhook config would create from a payload. The user pastes the payload or takes it
 * from the history. Nothing is stored.
 */
export function ExplainPanel(props: ExplainPanelProps) {
  const { explained, setPayload, suggested, onSuggest, webhook, isReadable } = props
  const { payload, isForm, data, error } = explained
  const PayloadField = isForm ? TextArea : JsonField
  const stored = (webhook?.payloadHistory ?? []).filter((entry) => entry.payload !== null)
  return (
    <section className={styles.aside} aria-label="Try it out">
      <h2>Try it out</h2>
      <PayloadField
        label="Payload"
        rows={10}
        value={payload}
        onValueChange={setPayload}
        hint={
          payload === ''
            ? 'Paste a payload of the tool to see which alerts it would create. Nothing is stored.'
            : undefined
        }
      />
      {stored.length > 0 && (
        <div className={styles.bar}>
          {stored.map((entry) => (
            <Button key={entry.receivedAt} onClick={() => setPayload(payloadText(entry.payload))}>
              Received {ageOf(entry.receivedAt, Date.now())}
            </Button>
          ))}
        </div>
      )}
      {payload !== '' && isReadable && (
        <div className={styles.bar}>
          <Button onClick={onSuggest}>Suggest a mapping</Button>
        </div>
      )}
      {suggested > 0 && (
        <Notice>
          The mapping is replaced by a suggestion. {suggested} alert policies that translate the values are created when
          you save.
        </Notice>
      )}
      {!isReadable && <p className={styles.quiet}>No explanation: the JSON is not complete.</p>}
      {error && <Failure error={error} what="The payload cannot be explained" />}
      {data !== undefined && error === null && isReadable && <ExplanationView explanation={data} />}
    </section>
  )
}
