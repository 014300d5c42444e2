import type { Orientation } from '@opsgraph/core'
import { layOut, ORIENTATIONS } from '@opsgraph/core/pure'
import { Button, IconButton } from '../../ui/button.js'
import { Segments } from '../../ui/segments.js'
import type { Edit } from './edit.js'
import type { History } from './history.js'

interface EditorActionsProps {
  readonly history: History
  readonly isUnsaved: boolean
  readonly isSaving: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onEdit: (edit: Edit) => void
  readonly onSave: () => void
}

const NAMES: Readonly<Record<Orientation, string>> = { TB: 'Top down', LR: 'Left to right', CI: 'Circles' }
const OPTIONS = ORIENTATIONS.map((value) => ({ value, label: value, title: `${NAMES[value]}: lays out all nodes` }))

/** The buttons for actions on the whole topology. */
export function EditorActions(props: EditorActionsProps) {
  const { history, isUnsaved, isSaving, onUndo, onRedo, onEdit, onSave } = props
  const { present } = history
  const arrange = (orientation: Orientation) =>
    onEdit({ kind: 'move', positions: layOut(present, orientation), orientation })
  return (
    <>
      <IconButton icon="undo" label="Undo" disabled={history.past.length === 0} onClick={onUndo} />
      <IconButton icon="redo" label="Redo" disabled={history.future.length === 0} onClick={onRedo} />
      <Segments label="Orientation" value={present.orientation} options={OPTIONS} onChange={arrange} />
      <Button onClick={() => arrange(present.orientation)}>Lay out</Button>
      <Button variant="primary" icon="check" isBusy={isSaving} disabled={!isUnsaved} onClick={onSave}>
        Save
      </Button>
    </>
  )
}
