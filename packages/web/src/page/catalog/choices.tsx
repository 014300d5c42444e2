import { Checkbox } from '../../ui/checkbox.js'
import styles from '../policy/policy.module.css'

interface ChoicesProps<Choice extends string> {
  readonly legend: string
  readonly all: readonly Choice[]
  readonly chosen: readonly Choice[]
  readonly onChange: (chosen: readonly Choice[]) => void
}

/**
 * Checkboxes for several choices, in the order of `all`. A chosen value that is not in `all` is shown too, so that it
 * can be unchecked.
 */
export function Choices<Choice extends string>({ legend, all, chosen, onChange }: ChoicesProps<Choice>) {
  const offered = [...all, ...chosen.filter((choice) => !all.includes(choice))]
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {offered.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          checked={chosen.includes(choice)}
          onCheckedChange={(isChosen) =>
            onChange(offered.filter((each) => (each === choice ? isChosen : chosen.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}
