import type { JsonObject } from '@opsgraph/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { explainConfig, type PresetPolicy, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../ui/button.js'
import { TextArea } from '../../ui/field.js'
import { formatAge } from '../../ui/format.js'
import { JsonField } from '../../ui/json-field.js'
import { Failure, Notice } from '../../ui/message.js'
import { readJson } from '../../ui/read-json.js'
import shared from '../../ui/shared.module.css'
import { useDebounced } from '../../ui/use-debounced.js'
import { ExplanationView } from './explanation-view.js'
import { formatPayload } from './payload-text.js'

interface ExplainPanelProps {
  readonly explained: ReturnType<typeof useExplanation>
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
    <section className={shared.form} aria-label="Try it out">
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
        <div className={shared.bar}>
          {stored.map((entry) => (
            <Button key={entry.receivedAt} onClick={() => setPayload(formatPayload(entry.payload))}>
              Received {formatAge(entry.receivedAt, Date.now())}
            </Button>
          ))}
        </div>
      )}
      {payload !== '' && isReadable && (
        <div className={shared.bar}>
          <Button onClick={onSuggest}>Suggest a mapping</Button>
        </div>
      )}
      {suggested > 0 && (
        <Notice>
          The mapping is replaced by a suggestion. {suggested} alert policies that translate the values are created when
          you save.
        </Notice>
      )}
      {!isReadable && <p className={shared.quiet}>No explanation: the JSON is not complete.</p>}
      {error && <Failure error={error} what="The payload cannot be explained" />}
      {data !== undefined && error === null && isReadable && <ExplanationView explanation={data} />}
    </section>
  )
}

interface ExplainedInput {
  /** The config to test; `undefined` while the draft is not a JSON object, so that there is no explanation. */
  readonly config: JsonObject | undefined
  /** The payload as the user has typed it. */
  readonly payload: string
  /** Alert policies that are not saved yet. They run in addition to the stored policies. */
  readonly policies: readonly PresetPolicy[]
  /**
   * The id of the stored webhook, whose stored alert policies run too; `undefined` if the webhook is not created yet.
   */
  readonly webhookId: string | undefined
}

/** The server's explanation of a payload. It is requested again after each change of the config or the payload. */
export function useExplanation({ config, payload, policies, webhookId }: ExplainedInput) {
  const asked = useDebounced(JSON.stringify({ config, payload }))
  const { config: sent, payload: text } = JSON.parse(asked) as { config?: JsonObject; payload: string }
  const isForm = canReceiveTexts(sent)
  const value = readPayload(text, isForm)
  const { data, error } = useQuery({
    queryKey: ['explanation', asked, policies, webhookId],
    enabled: sent !== undefined && value !== undefined,
    retry: false,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // Do not send the typed id and name, because the server would report an empty id or name as a fault, although
      // they do not affect the mapping. The id of a stored webhook selects its alert policies.
      const { id, name, ...rest } = sent ?? {}
      const config = webhookId === undefined ? rest : { ...rest, id: webhookId }
      return await explainConfig({ config, payload: value, policies }, signal)
    },
  })
  const isAsked = value !== undefined && sent !== undefined
  return { payload, isForm: canReceiveTexts(config), data: isAsked ? data : undefined, error: isAsked ? error : null }
}

function canReceiveTexts(config: JsonObject | undefined): boolean {
  return ['lenient', 'form', 'query'].includes(String(config?.payloadFormat))
}

/**
 * Parses the typed payload as JSON. Returns `undefined` for an empty text. For any other text that is not JSON, returns
 * the text itself if the webhook can receive texts (`isForm`), and otherwise `undefined`.
 */
function readPayload(text: string, isForm: boolean): unknown {
  if (text.trim() === '') return undefined
  const read = readJson(text)
  if ('value' in read) return read.value
  return isForm ? text : undefined
}
