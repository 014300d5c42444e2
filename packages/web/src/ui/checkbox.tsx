import { type ComponentProps, useId } from 'react'
import styles from './checkbox.module.css'
import { joinClasses } from './join-classes.js'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  readonly label: string
  /**
   * Whether the label is hidden visually, because the context already shows it, as in a row of a table. Screen readers
   * still read it.
   */
  readonly isLabelHidden?: boolean
  readonly hint?: string | undefined
  /** `mixed` if the checkbox stands for several items and only some of them are checked. */
  readonly checked: boolean | 'mixed'
  readonly onCheckedChange: (checked: boolean) => void
}

/** A checkbox in a form. Its state takes effect when the form is submitted. */
export function Checkbox({ label, isLabelHidden, hint, checked, onCheckedChange, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked === true}
        ref={(box) => {
          if (box !== null) box.indeterminate = checked === 'mixed'
        }}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onCheckedChange(event.target.checked)}
      />
      <div className={joinClasses(styles.text, isLabelHidden && 'unseen')}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </div>
    </div>
  )
}
