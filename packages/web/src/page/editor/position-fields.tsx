import type { DrawnNode } from '@opsgraph/core'
import { TextField } from '../../ui/text-field.js'
import type { Edit } from './edit.js'
import styles from './editor.module.css'

interface PositionFieldsProps {
  readonly node: DrawnNode
  readonly onEdit: (edit: Edit, group?: string) => void
}

/** The number of pixels by which an arrow key moves a node. */
const STEP = 10

/** Fields for the coordinates of a node. With these fields, users can move the node without a pointer. */
export function PositionFields({ node, onEdit }: PositionFieldsProps) {
  const move = (axis: 'x' | 'y', text: string) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return
    onEdit(
      { kind: 'move', positions: new Map([[node.id, { ...node.position, [axis]: value }]]) },
      `position of ${node.id}`,
    )
  }
  return (
    <div className={styles.pair}>
      {(['x', 'y'] as const).map((axis) => (
        <TextField
          key={axis}
          label={axis === 'x' ? 'From the left' : 'From the top'}
          type="number"
          step={STEP}
          value={node.position[axis]}
          onValueChange={(text) => move(axis, text)}
        />
      ))}
    </div>
  )
}
