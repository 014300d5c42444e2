import { type ComponentProps, useId } from 'react'
import { Field } from './field.js'
import styles from './field.module.css'

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly value: Value
  /** The values to choose from, each with its label. */
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onValueChange: (value: Value) => void
}

/** A choice with a native `select` element, which works best with keyboards, screen readers and phones. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, options, onValueChange, ...select } = props
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select
        {...select}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-message`}
        onChange={(event) => {
          const chosen = options.find(({ value }) => value === event.target.value)
          if (chosen !== undefined) onValueChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
