import { Segments } from '../../ui/segments.js'
import styles from './resource.module.css'
import { DEPTHS, type WalkOptions } from './walk-of.js'

interface WalkControlsProps extends WalkOptions {
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
}

const DIRECTIONS = [
  { value: 'ancestors', label: 'Ancestors', title: 'What is hurt if it fails' },
  { value: 'both', label: 'Both', title: 'Ancestors and descendants' },
  { value: 'descendants', label: 'Descendants', title: 'What it needs' },
] as const

/** The form fields for the direction and the depth of a walk through the resource graph. */
export function WalkControls({ direction, depth, onChange }: WalkControlsProps) {
  return (
    <>
      <Segments
        label="Direction"
        value={direction}
        options={DIRECTIONS}
        onChange={(value) => onChange({ direction: value })}
      />
      <label className={styles.depth}>
        Depth
        <select value={depth} onChange={({ target }) => onChange({ depth: target.value })}>
          {DEPTHS.map((levels) => (
            <option key={levels} value={levels}>
              {levels}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
