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

interface ChoicesProps<Choice extends string> {
  readonly legend: string
  readonly options: readonly { readonly value: Choice; readonly label: string }[]
  readonly chosen: readonly Choice[]
  readonly onChange: (chosen: readonly Choice[]) => void
}

/**
 * Checkboxes for several choices. A chosen value that is not among the options is shown too, so that it can be
 * unchecked.
 */
export function Choices<Choice extends string>({ legend, options, chosen, onChange }: ChoicesProps<Choice>) {
  const others = chosen.filter((choice) => options.every(({ value }) => value !== choice))
  const offered = [...options, ...others.map((value) => ({ value, label: value }))]
  const toggle = (toggled: Choice, isChosen: boolean) => {
    const all = offered.map(({ value }) => value)
    onChange(all.filter((value) => (value === toggled ? isChosen : chosen.includes(value))))
  }
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {offered.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onCheckedChange={(isChosen) => toggle(value, isChosen)}
        />
      ))}
    </fieldset>
  )
}
