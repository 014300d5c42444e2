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
  /** Returns what choosing an orientation does, for the tooltip. */
  readonly effectOf: (orientation: Orientation) => string
  readonly onChange: (orientation: Orientation) => void
}

/** Chooses the orientation of a drawing. */
export function OrientationSwitch({ effectOf, ...segments }: OrientationSwitchProps) {
  const options = ORIENTATIONS.map((value) => ({
    value,
    label: value,
    title: `${ORIENTATION_NAMES[value]}${effectOf(value)}`,
  }))
  return <Segments label="Orientation" options={options} {...segments} />
}
