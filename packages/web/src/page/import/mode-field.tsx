import { SelectField } from '../../ui/select-field.js'

export type Mode = 'merge' | 'replace'

interface ModeFieldProps {
  readonly mode: Mode
  /** A text for each mode that says what the mode does. */
  readonly hints: Readonly<Record<Mode, string>>
  readonly onChange: (changed: { readonly mode: Mode }) => void
}

/** A field for the mode of an import, which decides whether the import may remove data. */
export function ModeField({ mode, hints, onChange }: ModeFieldProps) {
  return (
    <SelectField
      label="Mode"
      value={mode}
      hint={hints[mode]}
      options={[
        { value: 'merge', label: 'Merge' },
        { value: 'replace', label: 'Replace' },
      ]}
      onValueChange={(value) => onChange({ mode: value })}
    />
  )
}
