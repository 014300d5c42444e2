import { SelectField } from '../../ui/select-field.js'
import { ACTION_CHOICES, AREA_CHOICES, type Chosen } from './chosen-scopes.js'
import styles from './key.module.css'

interface ScopePickerProps {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

/** What a key may do, area by area. */
export function ScopePicker({ chosen, onChange }: ScopePickerProps) {
  return (
    <fieldset className={styles.picker}>
      <legend>Scopes</legend>
      <p className={styles.about}>
        write includes read, admin includes both. Nobody can give a key more than they hold themselves.
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
