import type { JsonValue } from '@opsgraph/core'
import type { SentFilter } from '../../api/schemas.js'
import type { Webhook } from '../../api/webhooks.js'
import { SelectField, TextArea, TextField, toLabelledOptions } from '../../ui/field.js'
import { Section } from '../../ui/page.js'
import shared from '../../ui/shared.module.css'
import { FilterEditor } from '../policy/filter-editor.js'
import { isJsonObject, type SectionProps, WEBHOOK_DEFAULTS } from './webhook-draft.js'

const FORMATS = toLabelledOptions<Webhook['payloadFormat']>({
  json: 'JSON',
  lenient: 'JSON with small mistakes',
  form: 'A form',
  query: 'A query in the URL',
})

const HINTS: Readonly<Partial<Record<string, string>>> = {
  lenient: 'Such as line breaks in texts, single quotes, comments, and commas before a closing bracket.',
  form: 'If its field payload contains JSON, this JSON is the payload.',
  query: 'The server ignores the body. A signature cannot authenticate the sender.',
}

/** The form fields that say how the payloads of deliveries are read, and which payloads are tests. */
export function PayloadSection({ edited, config }: SectionProps) {
  const format = FORMATS.find(({ value }) => value === config.payloadFormat)?.value ?? WEBHOOK_DEFAULTS.payloadFormat
  const lines = (path: 'base64Fields' | 'jsonFields') => {
    const value = config[path]
    const paths = Array.isArray(value) ? value.map(String) : []
    const filled = paths.filter((line) => line.trim() !== '')
    return {
      path,
      rows: Math.min(6, Math.max(2, paths.length)),
      value: paths.join('\n'),
      onValueChange: (text: string) => edited.set(path, text === '' ? [] : text.split('\n')),
      onBlur: () => filled.length < paths.length && edited.set(path, filled),
    }
  }
  return (
    <Section title="Payloads">
      <SelectField
        label="The tool sends"
        value={format}
        options={FORMATS}
        onValueChange={(value) => edited.set('payloadFormat', value)}
        hint={HINTS[format]}
        path="payloadFormat"
      />
      <TextArea
        label="Paths of texts in base64, one per line"
        hint="The server decodes these texts first."
        {...lines('base64Fields')}
      />
      <TextArea
        label="Paths of texts that contain JSON, one per line"
        hint="The paths of the mapping can lead into this JSON."
        {...lines('jsonFields')}
      />
      <TextField
        label="Time zone of times without a zone"
        hint="For example Europe/Berlin; empty = UTC."
        {...edited.field('timezone')}
        onValueChange={(value) => edited.set('timezone', value === '' ? undefined : value)}
      />
      <TestPayloads edited={edited} config={config} />
    </Section>
  )
}

function TestPayloads({ edited, config }: Pick<SectionProps, 'edited' | 'config'>) {
  const filter = config.testPayloads ?? {}
  if (!isFilter(filter)) return <p className={shared.quiet}>Edit testPayloads as JSON: it is not a filter.</p>
  return (
    <FilterEditor
      label="Tests of the tool, which create no alert"
      path="testPayloads"
      filter={filter}
      subject="payloads"
      emptyMeans="Without clauses, no payload is a test."
      onChange={(next) => edited.set('testPayloads', next as unknown as JsonValue)}
    />
  )
}

/**
 * True if the filter editor can show the value. The value may still be an invalid filter, for example with an unknown
 * operator.
 */
export function isFilter(value: unknown): value is SentFilter {
  if (!isJsonObject(value)) return false
  const { clauses = [] } = value
  return Array.isArray(clauses) && clauses.every((part) => isClause(part) || isFilter(part))
}

function isClause(value: unknown): boolean {
  return isJsonObject(value) && typeof value.key === 'string' && typeof value.op === 'string' && 'value' in value
}
