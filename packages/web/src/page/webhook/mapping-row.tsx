import type { JsonObject, JsonValue } from '@opsgraph/core'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldKind, type AlertFieldKinds } from '@opsgraph/core/pure'
import { IconButton } from '../../ui/button.js'
import { SelectField, TextArea, TextField } from '../../ui/field.js'
import { useFaultText } from '../../ui/form-faults.js'
import shared from '../../ui/shared.module.css'
import { convertToKind, findKind, MAPPING_KINDS, readPath, setPath } from './mapping-kind.js'
import { formatValue } from './payload-text.js'
import styles from './webhook.module.css'
import { getText } from './webhook-draft.js'

interface MappingRowProps {
  /** The alert field or attribute, such as `severity` or `attributes.region`. */
  readonly field: string
  readonly mapping: JsonValue | undefined
  readonly fallback: JsonValue | undefined
  readonly onMapping: (value: JsonValue | undefined) => void
  readonly onFallback: (value: JsonValue | undefined) => void
  readonly onRemove: (() => void) | undefined
}

/** Edits one field of an alert: the mapping of the field and its default value. */
export function MappingRow(props: MappingRowProps) {
  const { field, mapping, fallback, onMapping, onFallback, onRemove } = props
  return (
    <div className={styles.mapping}>
      <div className={styles.row}>
        <div className={styles.field}>{field}</div>
        <div className={styles.source}>
          <MappingSource field={field} value={mapping} onChange={onMapping} />
        </div>
        <div className={styles.fallback}>
          <DefaultValue field={field} value={fallback} onChange={onFallback} />
        </div>
        {onRemove !== undefined && (
          <IconButton className={styles.remove} icon="trash" label={`Remove ${field}`} onClick={onRemove} />
        )}
      </div>
    </div>
  )
}

interface EntryProps {
  readonly field: string
  readonly value: JsonValue | undefined
  readonly onChange: (value: JsonValue | undefined) => void
}

type ListKind = {
  [Kind in AlertFieldKind]: AlertFieldKinds[Kind] extends readonly string[] ? Kind : never
}[AlertFieldKind]
/**
 * The kinds of alert fields whose values are lists. They are the keys of a record, so that the compiler reports a
 * missing kind.
 */
const LIST_KINDS: Readonly<Record<ListKind, true>> = { texts: true, names: true }
const LIST_FIELDS: readonly string[] = ALERT_FIELD_NAMES.filter((name) => ALERT_FIELDS[name].kind in LIST_KINDS)

/**
 * Edits a default value that is a text or a list of texts. A value of another type is only shown; the user can edit it
 * in the JSON view.
 */
function DefaultValue({ field, value, onChange }: EntryProps) {
  const label = `Default value of ${field}`
  const path = `defaultValues.${field}`
  if (LIST_FIELDS.includes(field) && (value === undefined || isListOfTexts(value))) {
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
        path={path}
      />
    )
  }
  if (value === undefined || typeof value === 'string') {
    const set = (text: string) => onChange(text === '' ? undefined : text)
    return <TextField label={label} value={value ?? ''} onValueChange={set} path={path} />
  }
  return <OnlyAsJson {...{ label, value, path }} hint="Not a text: edit it as JSON." />
}

function isListOfTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Edits the mapping of one alert field: the path in the payload, and how the value at this path is converted. */
function MappingSource({ field, value, onChange }: EntryProps) {
  const kind = findKind(value)
  const path = `fieldMappings.${field}`
  if (kind === 'literal' || kind === 'other') {
    const label = kind === 'literal' ? `Literal value of ${field}` : `Mapping of ${field}`
    return <OnlyAsJson {...{ label, value, path }} hint="Edit it as JSON." />
  }
  return (
    <>
      <div className={styles.two}>
        <TextField
          label={`Path of ${field}`}
          value={readPath(value)}
          onValueChange={(next) => onChange(setPath(value, next))}
          path={path}
        />
        <SelectField
          label={`Read ${field} as`}
          value={kind}
          options={MAPPING_KINDS}
          onValueChange={(next) => onChange(convertToKind(value, next))}
        />
      </div>
      {kind === 'join' && <MappingPart label={`Separator of ${field}`} part="join" {...{ value, onChange }} />}
      {kind === 'choice' && (
        <div className={styles.two}>
          <MappingPart label={`${field} if true`} part="if_true" {...{ value, onChange }} />
          <MappingPart label={`${field} if false`} part="if_false" {...{ value, onChange }} />
        </div>
      )}
    </>
  )
}

interface MappingPartProps extends Pick<EntryProps, 'value' | 'onChange'> {
  readonly label: string
  readonly part: string
}

function MappingPart({ label, part, value, onChange }: MappingPartProps) {
  const mapping = value as JsonObject
  return (
    <TextField
      label={label}
      value={getText(mapping, part)}
      onValueChange={(text) => onChange({ ...mapping, [part]: text })}
    />
  )
}

interface OnlyAsJsonProps {
  readonly label: string
  readonly value: JsonValue | undefined
  readonly path: string
  readonly hint: string
}

/** Shows a value that the user can edit only as JSON, and below it its faults or, if it has none, the hint. */
function OnlyAsJson({ label, value, path, hint }: OnlyAsJsonProps) {
  return (
    <div>
      <div>{label}</div>
      <code className={styles.value}>{formatValue(value)}</code>
      <div className={shared.quiet}>{useFaultText(path) ?? hint}</div>
    </div>
  )
}
