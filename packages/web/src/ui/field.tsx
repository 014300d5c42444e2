import type { ReactNode } from 'react'
import styles from './field.module.css'

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
