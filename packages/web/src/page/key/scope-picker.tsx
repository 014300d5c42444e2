import { SelectField } from '../../ui/select-field.js'
import { ACTION_CHOICES, AREA_CHOICES, type Chosen } from './chosen-scopes.js'
import styles from './key.module.css'

interface ScopePickerProps {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

/** Lets the user choose the scopes of a key, area by area. */
export function ScopePicker({ chosen, onChange }: ScopePickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend>Scopes</legend>
      <p className={styles.about}>
        write includes read; admin includes both. You can give a key only scopes that you have.
      </p>
      {AREA_CHOICES.map(({ area, label, about }) => (
        <SelectField
          key={area}
          label={label}
          hint={about}
          value={chosen[area] ?? 'nothing'}
          options={ACTION_CHOICES}
          onValueChange={(action) => onChange({ ...chosen, [area]: action === 'nothing' ? undefined : action })}
        />
      ))}
    </fieldset>
  )
}
