import { useQuery } from '@tanstack/react-query'
import { lastSaverQuery } from '../../api/editor.js'
import type { Topology } from '../../api/schemas.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { TimeAgo } from '../../ui/time-ago.js'
import { differenceOf } from './difference.js'
import { DifferenceList } from './difference-list.js'
import { type EditedTopology, editedTopology } from './edited-topology.js'
import styles from './editor.module.css'

interface ConflictDialogProps {
  /** What both sides started from. */
  readonly base: EditedTopology
  readonly mine: EditedTopology
  readonly theirs: Topology
  readonly isSaving: boolean
  /** Why keeping mine failed. */
  readonly error: Error | null
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

/** Somebody saved a newer version: what each side did, and which one is to be kept. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, mine, theirs, isSaving, error, onKeepMine, onTakeTheirs, onClose } = props
  const saver = useQuery(lastSaverQuery(theirs.id, theirs.updateTime)).data
  const actions = (
    <>
      <Button onClick={onClose}>Go on editing</Button>
      <Button onClick={onTakeTheirs}>Take theirs</Button>
      <Button variant="danger" isBusy={isSaving} onClick={onKeepMine}>
        Keep mine
      </Button>
    </>
  )
  return (
    <Dialog title="There is a newer version" isOpen onClose={onClose} actions={actions}>
      <p>
        {saver ? <strong>{saver.user}</strong> : 'Somebody'} saved this topology <TimeAgo time={theirs.updateTime} />,
        after you opened it. Nothing of it was overwritten, and nothing of yours is lost.
      </p>
      <div className={styles.sides}>
        <DifferenceList title="Their changes" difference={differenceOf(base, editedTopology(theirs))} />
        <DifferenceList title="Your changes" difference={differenceOf(base, mine)} />
      </div>
      <p className={styles.hint}>
        “Keep mine” saves their version with your changes; where both changed the same, yours stays. “Take theirs” shows
        their version; undo brings yours back.
      </p>
      {error && <Failure error={error} what="Not saved" />}
    </Dialog>
  )
}
