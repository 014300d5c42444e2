import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import styles from './key.module.css'

interface KeyDialogProps {
  readonly title: string
  /** The text of the submit button. */
  readonly action: string
  readonly canSubmit: boolean
  readonly sending: {
    readonly isPending: boolean
    readonly error: Error | null
    readonly mutate: () => void
    /** The title of the error message, such as `No key was created`. */
    readonly failed: string
  }
  readonly onClose: () => void
  /** The form fields. */
  readonly children: ReactNode
}

/**
 * A dialog with the form of an API key. If the server refuses the request, the dialog shows the error and keeps the
 * input.
 */
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
