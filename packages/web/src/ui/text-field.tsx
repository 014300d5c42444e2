import { type ComponentProps, type ReactNode, useId } from 'react'
import { Field } from './field.js'
import styles from './field.module.css'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string
  readonly hint?: string | undefined
  /** The error message; `undefined` if there is no error. */
  readonly error?: ReactNode
  readonly onValueChange: (value: string) => void
}

/** A text input with a label, and with a hint or an error below it. */
export function TextField({ label, hint, error, onValueChange, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-message`}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  )
}
