import type { ReactNode } from 'react'
import styles from './field.module.css'

interface FieldProps {
  /** The id of the control; the message below it has the id `<id>-message`. */
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** `undefined` = no error. */
  readonly error?: ReactNode
  readonly children: ReactNode
}

/** A label, a control, and a message below: the error, otherwise the hint. */
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
