import { useQuery } from '@tanstack/react-query'
import type { Topology } from '../../api/schemas.js'
import { type EditedTopology, lastSaverQuery } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/message.js'
import shared from '../../ui/shared.module.css'
import { LongList } from '../../ui/show-more.js'
import stage from '../../ui/stage.module.css'
import { TimeAgo } from '../../ui/time-ago.js'
import { compareTopologies, type Difference, isEmpty } from './difference.js'
import { toEditedTopology } from './edit.js'
import styles from './editor.module.css'
import type { useSave } from './use-save.js'

interface ConflictDialogProps {
  /** The version from which both users started. */
  readonly base: EditedTopology
  readonly mine: EditedTopology
  readonly theirs: Topology
  readonly saving: ReturnType<typeof useSave>
  readonly onKeepMine: () => void
}

/**
 * A dialog for the case that another user has saved a newer version. It lists the changes of both users, and asks which
 * changes to keep.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { base, mine, theirs, saving, onKeepMine } = props
  const saver = useQuery(lastSaverQuery(theirs.id, theirs.updateTime)).data
  const actions = (
    <>
      <Button onClick={saving.close}>Continue editing</Button>
      <Button onClick={saving.takeTheirs}>Take theirs</Button>
      <Button variant="danger" isBusy={saving.isSaving} onClick={onKeepMine}>
        Keep mine
      </Button>
    </>
  )
  return (
    <Dialog title="There is a newer version" isOpen onClose={saving.close} actions={actions}>
      <p>
        {saver ? <strong>{saver.user}</strong> : 'Another user'} saved this topology{' '}
        <TimeAgo time={theirs.updateTime} />, after you opened it. Their version is stored; your changes are still here.
      </p>
      <div className={styles.sides}>
        <DifferenceList title="Their changes" difference={compareTopologies(base, toEditedTopology(theirs))} />
        <DifferenceList title="Your changes" difference={compareTopologies(base, mine)} />
      </div>
      <p className={shared.muted}>
        “Keep mine” saves their version with your changes; if both changed the same field, yours wins. “Take theirs”
        shows their version; undo brings yours back.
      </p>
      {saving.error && <Failure error={saving.error} what="Not saved" />}
    </Dialog>
  )
}

const CHANGE_WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const

interface DifferenceListProps {
  /** The title, such as `Their changes`. */
  readonly title: string
  readonly difference: Difference
}

/** A list of what was added, removed and changed. */
function DifferenceList({ title, difference }: DifferenceListProps) {
  return (
    <section className={styles.difference} aria-label={title}>
      <h3 className={stage.title}>{title}</h3>
      {isEmpty(difference) && <p className={shared.muted}>No differences.</p>}
      {(['added', 'removed', 'changed'] as const).map(
        (kind) =>
          difference[kind].length > 0 && (
            <div key={kind}>
              <h4 className={shared.muted}>
                {CHANGE_WORDS[kind]} {difference[kind].length}
              </h4>
              <LongList items={difference[kind]} what="changes">
                {(text) => <li key={text}>{text}</li>}
              </LongList>
            </div>
          ),
      )}
    </section>
  )
}
