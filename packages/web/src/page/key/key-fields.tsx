import { SelectField } from '../../ui/field.js'
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

const DAY = 86_400_000

/** The number of days until a key expires, or `never`. */
export type Expiry = '7' | '30' | '90' | '365' | 'never'

export const EXPIRIES: readonly { readonly value: Expiry; readonly label: string }[] = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
]

/**
 * Returns the `expireTime` of a key, or `null` if the key never expires.
 *
 * @param now milliseconds since 1970
 */
export function expireTimeOf(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY).toISOString()
}
