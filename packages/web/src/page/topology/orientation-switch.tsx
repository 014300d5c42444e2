import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import { Segments } from '../../ui/segments.js'

interface OrientationSwitchProps {
  readonly orientation: Orientation
  /**
   * The orientation that is stored with the topology. Nodes are drawn at their stored positions only if the page uses
   * this orientation.
   */
  readonly stored: Orientation
  readonly onChange: (orientation: Orientation) => void
}

const NAMES: Readonly<Record<Orientation, string>> = { TB: 'Top down', LR: 'Left to right', CI: 'Circles' }

/** Changes the orientation in which this page draws the topology. The stored orientation does not change. */
export function OrientationSwitch({ orientation, stored, onChange }: OrientationSwitchProps) {
  const options = ORIENTATIONS.map((value) => ({
    value,
    label: value,
    title: value === stored ? `${NAMES[value]}, with the stored positions` : `${NAMES[value]}, with computed positions`,
  }))
  return <Segments label="Orientation" value={orientation} options={options} onChange={onChange} />
}
