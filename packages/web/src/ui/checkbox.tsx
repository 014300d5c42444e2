import { type ComponentProps, useId } from 'react'
import styles from './checkbox.module.css'
import { classes } from './classes.js'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'checked'> {
  readonly label: string
  /** Read aloud, but shown by something else: a row of a table. */
  readonly isLabelUnseen?: boolean
  readonly hint?: string | undefined
  /** `mixed`: some of what it stands for. */
  readonly checked: boolean | 'mixed'
  readonly onCheckedChange: (checked: boolean) => void
}

/** A yes or no that takes effect with the rest of a form. */
export function Checkbox({ label, isLabelUnseen, hint, checked, onCheckedChange, ...input }: CheckboxProps) {
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
      <div className={classes(styles.text, isLabelUnseen && 'unseen')}>
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
