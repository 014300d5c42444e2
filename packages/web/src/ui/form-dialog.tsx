import { type ReactNode, useId } from 'react'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Failure } from './failure.js'
import { SentForm } from './form-faults.js'
import shared from './shared.module.css'

interface FormDialogProps {
  readonly title: string
  /** The text of the submit button. */
  readonly action: string
  readonly canSubmit?: boolean
  readonly sending: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void }
  /** The title of the error message, such as `No key was created`. */
  readonly failed: string
  readonly onClose: () => void
  /** The form fields. */
  readonly children: ReactNode
}

/** A dialog with a form. If the server refuses the request, the dialog shows the error and keeps the input. */
export function FormDialog({ title, action, canSubmit = true, sending, failed, onClose, children }: FormDialogProps) {
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
      <SentForm id={form} className={shared.loose} sending={sending}>
        {sending.error && <Failure error={sending.error} what={failed} />}
        {children}
      </SentForm>
    </Dialog>
  )
}
