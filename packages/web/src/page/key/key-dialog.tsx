import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import styles from './key.module.css'

interface KeyDialogProps {
  readonly title: string
  /** The verb on its button. */
  readonly action: string
  readonly canSubmit: boolean
  readonly sending: {
    readonly isPending: boolean
    readonly error: Error | null
    readonly mutate: () => void
    /** What is said of a failure: `No key was created`. */
    readonly failed: string
  }
  readonly onClose: () => void
  /** The fields. */
  readonly children: ReactNode
}

/** The form of an API key above the list; a refusal stands in it, and what was written stays. */
export function KeyDialog({ title, action, canSubmit, sending, onClose, children }: KeyDialogProps) {
  const form = useId()
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} variant="primary" isBusy={sending.isPending} disabled={!canSubmit}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        {sending.error && <Failure error={sending.error} what={sending.failed} />}
        {children}
      </form>
    </Dialog>
  )
}
