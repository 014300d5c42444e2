import type { JsonValue } from '@opsgraph/core'
import { faultAt } from '../../api/faults.js'
import { SelectField } from '../../ui/select-field.js'
import { TextArea } from '../../ui/text-area.js'
import { TextField } from '../../ui/text-field.js'
import { FilterEditor } from '../policy/filter-editor.js'
import { readSent, type SentFilter } from '../policy/sent-filter.js'
import type { SectionProps } from './section-props.js'
import styles from './webhook.module.css'
import { isJsonObject, textAt } from './webhook-draft.js'

const FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'A form' },
] as const

/** The form fields that say how the payloads of deliveries are read, and which payloads are tests. */
export function PayloadSection({ edited, config, faults }: SectionProps) {
  const format = FORMATS.find(({ value }) => value === config.payloadFormat)?.value ?? 'json'
  const paths = Array.isArray(config.jsonFields) ? config.jsonFields.map(String) : []
  return (
    <section className={styles.section} aria-label="Payloads">
      <h2>Payloads</h2>
      <SelectField
        label="The tool sends"
        value={format}
        options={FORMATS}
        onValueChange={(value) => edited.set('payloadFormat', value)}
        hint={format === 'form' ? 'If its field payload contains JSON, this JSON is the payload.' : undefined}
        error={faultAt(faults, 'payloadFormat')}
      />
      <TextArea
        label="Paths of texts that contain JSON, one per line"
        rows={Math.min(6, Math.max(2, paths.length))}
        value={paths.join('\n')}
        onValueChange={(text) => edited.set('jsonFields', text === '' ? [] : text.split('\n'))}
        onBlur={() =>
          paths.some(isBlank) &&
          edited.set(
            'jsonFields',
            paths.filter((path) => !isBlank(path)),
          )
        }
        hint="The paths of the mapping can lead into this JSON."
        error={faults.find(({ path }) => path.startsWith('jsonFields'))?.message}
      />
      <TextField
        label="Time zone of times without a zone"
        value={textAt(config, 'timezone')}
        onValueChange={(value) => edited.set('timezone', value === '' ? undefined : value)}
        hint="For example Europe/Berlin; empty = UTC."
        error={faultAt(faults, 'timezone')}
      />
      <TestPayloads
        value={config.testPayloads}
        onChange={(filter) => edited.set('testPayloads', filter as unknown as JsonValue)}
      />
    </section>
  )
}

function isBlank(path: string): boolean {
  return path.trim() === ''
}

interface TestPayloadsProps {
  readonly value: JsonValue | undefined
  readonly onChange: (filter: SentFilter) => void
}

function TestPayloads({ value, onChange }: TestPayloadsProps) {
  const filter = value ?? {}
  if (!isFilter(filter)) return <p className={styles.quiet}>Edit testPayloads as JSON: it is not a filter.</p>
  const read = readSent(filter, 'testPayloads')
  return (
    <FilterEditor
      label="Tests of the tool, which create no alert"
      path="testPayloads"
      filter={filter}
      fault={'fault' in read ? read.fault : undefined}
      proposed={[]}
      emptyMeans="Without clauses, no payload is a test."
      onChange={onChange}
    />
  )
}

/**
 * True if the filter editor can show the value. The value may still be an invalid filter, for example with an unknown
 * operator.
 */
function isFilter(value: unknown): value is SentFilter {
  if (!isJsonObject(value)) return false
  const { clauses = [] } = value
  return Array.isArray(clauses) && clauses.every((part) => isClause(part) || isFilter(part))
}

function isClause(value: unknown): boolean {
  return isJsonObject(value) && typeof value.key === 'string' && typeof value.op === 'string' && 'value' in value
}
