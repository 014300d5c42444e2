import type { JsonValue } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, ALERT_FIELDS } from '@opsgraph/core/pure'
import { IconButton } from '../../ui/button.js'
import { TextArea } from '../../ui/text-area.js'
import { TextField } from '../../ui/text-field.js'
import { MappingSource } from './mapping-source.js'
import { valueText } from './value-at.js'
import styles from './webhook.module.css'

interface MappingRowProps {
  /** The alert field or attribute, such as `severity` or `attributes.region`. */
  readonly field: string
  readonly mapping: JsonValue | undefined
  readonly fallback: JsonValue | undefined
  readonly fault: string | undefined
  readonly fallbackFault?: string | undefined
  readonly onMapping: (value: JsonValue) => void
  readonly onFallback: (value: JsonValue | undefined) => void
  readonly onRemove: (() => void) | undefined
}

/** Edits one field of an alert: the mapping of the field and its default value. */
export function MappingRow(props: MappingRowProps) {
  const { field, mapping, fallback, fault, fallbackFault, onMapping, onFallback, onRemove } = props
  return (
    <div className={styles.mapping}>
      <div className={styles.row}>
        <div className={styles.field}>{field}</div>
        <div className={styles.source}>
          <MappingSource field={field} value={mapping} fault={fault} onChange={onMapping} />
        </div>
        <div className={styles.fallback}>
          <DefaultValue field={field} value={fallback} fault={fallbackFault} onChange={onFallback} />
        </div>
        {onRemove !== undefined && (
          <IconButton className={styles.remove} icon="trash" label={`Remove ${field}`} onClick={onRemove} />
        )}
      </div>
    </div>
  )
}

interface DefaultValueProps {
  readonly field: string
  readonly value: JsonValue | undefined
  readonly fault: string | undefined
  readonly onChange: (value: JsonValue | undefined) => void
}

const LISTS: readonly string[] = ALERT_FIELD_NAMES.filter((name) =>
  ['texts', 'names'].includes(ALERT_FIELDS[name].kind),
)

/**
 * Edits a default value that is a text or a list of texts. A value of another type is only shown; the user can edit it
 * in the JSON view.
 */
function DefaultValue({ field, value, fault, onChange }: DefaultValueProps) {
  const label = `Default value of ${field}`
  if (LISTS.includes(field) && (value === undefined || isListOfTexts(value))) {
    const items = value ?? []
    const set = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next)
    return (
      <TextArea
        label={label}
        rows={2}
        value={items.join('\n')}
        onValueChange={(text) => set(text === '' ? [] : text.split('\n'))}
        onBlur={() => set(items.filter((item) => item.trim() !== ''))}
        hint="One per line"
        error={fault}
      />
    )
  }
  if (value === undefined || typeof value === 'string') {
    const set = (text: string) => onChange(text === '' ? undefined : text)
    return <TextField label={label} value={value ?? ''} onValueChange={set} error={fault} />
  }
  return (
    <div>
      <div>{label}</div>
      <code className={styles.value}>{valueText(value)}</code>
      <div className={styles.quiet}>{fault ?? 'Not a text: edit it as JSON.'}</div>
    </div>
  )
}

function isListOfTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
