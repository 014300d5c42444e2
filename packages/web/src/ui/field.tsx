import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { useFaultText } from './form-faults.js'

interface LabelProps {
  readonly label: string
  readonly hint?: string | undefined
  /** The error message; `undefined` if there is no error. */
  readonly error?: ReactNode
  /** The path of the value in the request. The field shows the faults of the form at this path. */
  readonly path?: string | undefined
}

interface FieldProps extends LabelProps {
  readonly children: (control: ControlProps) => ReactNode
}

/** The properties that connect a control with its label and with the message below it. */
type ControlProps = Required<Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>>

/** A control with its label. Below the control is the error message or, if there is none, the hint. */
export function Field({ label, hint, error, path, children }: FieldProps) {
  const id = useId()
  const fault = useFaultText(path)
  const message = error ?? fault
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': message !== undefined, 'aria-describedby': `${id}-message` })}
      <div id={`${id}-message`} className={message === undefined ? styles.hint : styles.error}>
        {message ?? hint}
      </div>
    </div>
  )
}

type ControlOf<Tag extends 'input' | 'textarea' | 'select', Value = string> = LabelProps &
  Omit<ComponentProps<Tag>, 'onChange' | 'className' | 'id'> & { readonly onValueChange: (value: Value) => void }

/** A text input. */
export function TextField({ label, hint, error, path, onValueChange, ...input }: ControlOf<'input'>) {
  return (
    <Field {...{ label, hint, error, path }}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={styles.input}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** An input for several lines of text. */
export function TextArea({ label, hint, error, path, onValueChange, ...area }: ControlOf<'textarea'>) {
  return (
    <Field {...{ label, hint, error, path }}>
      {(control) => (
        <textarea
          rows={3}
          spellCheck={false}
          {...area}
          {...control}
          className={styles.input}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<Value extends string> extends Omit<ControlOf<'select', Value>, 'value'> {
  readonly value: Value
  /** The values to choose from, each with its label. */
  readonly options: readonly { readonly value: Value; readonly label: string }[]
}

/** A choice with a native `select` element, which works best with keyboards, screen readers and phones. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, path, options, onValueChange, ...select } = props
  return (
    <Field {...{ label, hint, error, path }}>
      {(control) => (
        <select
          {...select}
          {...control}
          className={styles.input}
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
      )}
    </Field>
  )
}

/** Returns options from the labels of all values. */
export function toLabelledOptions<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }))
}

/** Returns options whose labels are their values. */
export function toOptions<Value extends string>(values: readonly Value[]) {
  return values.map((value) => ({ value, label: value }))
}
