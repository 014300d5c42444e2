import type { ReactNode } from 'react'
import styles from './field.module.css'

interface FieldProps {
  /** Of the control; what is told of it has the id `<id>-told`. */
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** `undefined` = nothing is wrong. */
  readonly error?: ReactNode
  readonly children: ReactNode
}

/** A control below its label, above what is to be told of it: what is wrong, else a hint. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      <div id={`${id}-told`} className={error === undefined ? styles.hint : styles.error}>
        {error ?? hint}
      </div>
    </div>
  )
}
