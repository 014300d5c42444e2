import { ORIENTATIONS, type Orientation } from '@opsgraph/core/browser'
import { Segments } from '../../ui/segments.js'

interface OrientationSwitchProps {
  readonly orientation: Orientation
  /** That of the topology: the only one in which nodes stand where they were put. */
  readonly stored: Orientation
  readonly onChange: (orientation: Orientation) => void
}

const NAMES: Readonly<Record<Orientation, string>> = { TB: 'Top down', LR: 'Left to right', CI: 'Circles' }

/** How the topology is drawn here and now; nothing is saved. */
export function OrientationSwitch({ orientation, stored, onChange }: OrientationSwitchProps) {
  const options = ORIENTATIONS.map((value) => ({
    value,
    label: value,
    title: value === stored ? `${NAMES[value]}, as it was drawn` : `${NAMES[value]}, laid out anew`,
  }))
  return <Segments label="Orientation" value={orientation} options={options} onChange={onChange} />
}
