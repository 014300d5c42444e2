import { Checkbox } from './checkbox.js'
import styles from './choices.module.css'

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
