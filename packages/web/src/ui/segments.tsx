import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { joinClasses } from './join-classes.js'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly title: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice between two or three options that are all visible. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={styles.segments}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={joinClasses(styles.segment, option.value === value && styles.chosen)}
          aria-pressed={option.value === value}
          title={option.title}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}

export const ORIENTATION_NAMES: Readonly<Record<Orientation, string>> = {
  TB: 'Top down',
  LR: 'Left to right',
  CI: 'Circles',
}

interface OrientationSwitchProps {
  readonly value: Orientation
  /** Returns a text for the tooltip that says what happens if the user chooses an orientation. */
  readonly describeEffect: (orientation: Orientation) => string
  readonly onChange: (orientation: Orientation) => void
}

/** Lets the user choose the orientation in which a topology is shown. */
export function OrientationSwitch({ describeEffect, ...segments }: OrientationSwitchProps) {
  const options = ORIENTATIONS.map((value) => ({
    value,
    label: value,
    title: `${ORIENTATION_NAMES[value]}${describeEffect(value)}`,
  }))
  return <Segments label="Orientation" options={options} {...segments} />
}
