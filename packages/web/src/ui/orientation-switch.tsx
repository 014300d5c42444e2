import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { Segments } from './segments.js'

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
