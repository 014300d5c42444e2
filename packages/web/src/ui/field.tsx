import { type ComponentProps, type ReactNode, useId } from 'react'
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

interface FieldProps {
  /** The id of the control. The element of the message below the control has the id `<id>-message`. */
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** The error message; `undefined` if there is no error. */
  readonly error?: ReactNode
  readonly children: ReactNode
}

/** A control with its label. Below the control is the error message or, if there is none, the hint. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <div id={`${id}-message`} className={error === undefined ? styles.hint : styles.error}>
        {error ?? hint}
      </div>
    </div>
  )
}
