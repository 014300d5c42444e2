import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { Segments } from '../../ui/segments.js'

interface OrientationSwitchProps {
  readonly orientation: Orientation
  /** The stored orientation; only this one uses the stored positions. */
  readonly stored: Orientation
  readonly onChange: (orientation: Orientation) => void
}

const NAMES: Readonly<Record<Orientation, string>> = { TB: 'Top down', LR: 'Left to right', CI: 'Circles' }

/** Changes the orientation of the drawing on this page; saves nothing. */
export function OrientationSwitch({ orientation, stored, onChange }: OrientationSwitchProps) {
  const options = ORIENTATIONS.map((value) => ({
    value,
    label: value,
    title: value === stored ? `${NAMES[value]}, with the stored positions` : `${NAMES[value]}, with computed positions`,
  }))
  return <Segments label="Orientation" value={orientation} options={options} onChange={onChange} />
}
