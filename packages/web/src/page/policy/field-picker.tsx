import { POLICY_FIELDS } from '@opsgraph/core/pure'
import { optionsOf, SelectField, TextField } from '../../ui/field.js'

interface FieldPickerProps {
  readonly label: string
  /** A field of an alert, or `attributes.<name>`. */
  readonly field: string
  /** The path of the choice in the request. */
  readonly path: string
  readonly onChange: (field: string) => void
}

const ATTRIBUTE = 'attributes.'
const OPTIONS = [...optionsOf<string>(POLICY_FIELDS), { value: ATTRIBUTE, label: 'an attribute' }]

/**
 * The choice of an alert field that an action of an alert policy can use. An attribute has its name in a second input.
 */
export function FieldPicker({ label, field, path, onChange }: FieldPickerProps) {
  const isAttribute = field.startsWith(ATTRIBUTE)
  return (
    <>
      <SelectField
        label={label}
        value={isAttribute ? ATTRIBUTE : field}
        options={OPTIONS}
        onValueChange={onChange}
        path={isAttribute ? undefined : path}
      />
      {isAttribute && (
        <TextField
          label={`${label}: name of the attribute`}
          value={field.slice(ATTRIBUTE.length)}
          onValueChange={(name) => onChange(`${ATTRIBUTE}${name}`)}
          path={path}
        />
      )}
    </>
  )
}
