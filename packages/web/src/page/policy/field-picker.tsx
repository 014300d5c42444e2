import { POLICY_FIELDS } from '@opsgraph/core/pure'
import { SelectField, TextField } from '../../ui/field.js'

interface FieldPickerProps {
  readonly label: string
  /** A field of an alert, or `attributes.<name>`. */
  readonly field: string
  readonly error: string | undefined
  readonly onChange: (field: string) => void
}

const ATTRIBUTE = 'attributes.'
const OPTIONS = [
  ...POLICY_FIELDS.map((field) => ({ value: field as string, label: field as string })),
  { value: ATTRIBUTE, label: 'an attribute' },
]

/**
 * The choice of an alert field that an action of an alert policy can use. An attribute has its name in a second input.
 */
export function FieldPicker({ label, field, error, onChange }: FieldPickerProps) {
  const isAttribute = field.startsWith(ATTRIBUTE)
  return (
    <>
      <SelectField
        label={label}
        value={isAttribute ? ATTRIBUTE : field}
        options={OPTIONS}
        onValueChange={onChange}
        error={isAttribute ? undefined : error}
      />
      {isAttribute && (
        <TextField
          label={`${label}: name of the attribute`}
          value={field.slice(ATTRIBUTE.length)}
          onValueChange={(name) => onChange(`${ATTRIBUTE}${name}`)}
          error={error}
        />
      )}
    </>
  )
}
