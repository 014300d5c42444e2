import type { JsonObject, JsonValue } from '@opsgraph/core'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { asKind, kindOf, MAPPING_KINDS, pathOf, withPath } from './mapping-kind.js'
import { valueText } from './value-at.js'
import styles from './webhook.module.css'
import { textAt } from './webhook-draft.js'

interface MappingSourceProps {
  readonly field: string
  readonly value: JsonValue | undefined
  readonly fault: string | undefined
  readonly onChange: (value: JsonValue) => void
}

/** Edits the mapping of one alert field: the path in the payload, and how the value at this path is converted. */
export function MappingSource({ field, value, fault, onChange }: MappingSourceProps) {
  const kind = kindOf(value)
  if (kind === 'literal' || kind === 'other') {
    return (
      <div>
        <div>{kind === 'literal' ? `Literal value of ${field}` : `Mapping of ${field}`}</div>
        <code className={styles.value}>{valueText(value)}</code>
        <div className={styles.quiet}>{fault ?? 'Edit it as JSON.'}</div>
      </div>
    )
  }
  return (
    <>
      <div className={styles.two}>
        <TextField
          label={`Path of ${field}`}
          className={styles.value}
          value={pathOf(value)}
          onValueChange={(path) => onChange(withPath(value, path))}
          error={fault}
        />
        <SelectField
          label={`Read ${field} as`}
          value={kind}
          options={MAPPING_KINDS}
          onValueChange={(next) => onChange(asKind(value, next))}
        />
      </div>
      {kind === 'join' && <Part label={`Separator of ${field}`} part="join" {...{ value, onChange }} />}
      {kind === 'choice' && (
        <div className={styles.two}>
          <Part label={`${field} if true`} part="if_true" {...{ value, onChange }} />
          <Part label={`${field} if false`} part="if_false" {...{ value, onChange }} />
        </div>
      )}
    </>
  )
}

interface PartProps {
  readonly label: string
  readonly part: string
  readonly value: JsonValue | undefined
  readonly onChange: (value: JsonValue) => void
}

function Part({ label, part, value, onChange }: PartProps) {
  const mapping = value as JsonObject
  return (
    <TextField
      label={label}
      value={textAt(mapping, part)}
      onValueChange={(text) => onChange({ ...mapping, [part]: text })}
    />
  )
}
