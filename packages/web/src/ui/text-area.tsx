import { type ComponentProps, useId } from 'react'
import { Field } from './field.js'
import styles from './field.module.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onValueChange: (value: string) => void
}

/** A text area with a label, and with a hint or an error below it. */
export function TextArea({ label, hint, error, onValueChange, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        rows={3}
        spellCheck={false}
        {...area}
        id={id}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-message`}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </Field>
  )
}
