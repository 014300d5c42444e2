import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Failure } from './failure.js'

interface ConfirmDialogProps {
  /** The question, such as `Delete the webhook?`. */
  readonly title: string
  /** The text of the button that confirms. */
  readonly action: string
  readonly variant?: 'danger' | 'primary'
  /** The title of the error message, such as `No alert was changed`. */
  readonly failed?: string
  readonly isOpen: boolean
  /**
   * The element that gets the focus when the dialog closes. It must be given if this element is disabled while the
   * dialog opens.
   */
  readonly opener?: Element | null
  readonly onClose: () => void
  /** Runs the action. If the action fails, the dialog stays open and shows the error. */
  readonly onConfirm: () => Promise<unknown>
  /** The text that explains the consequences of the action. */
  readonly children: ReactNode
}

/**
 * A dialog that asks the user to confirm an action. It cannot be closed during the action, so that the user sees
 * whether the action succeeds.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, variant = 'danger', failed, isOpen, opener, onClose, onConfirm, children } = props
  const doing = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  const close = () => {
    doing.reset()
    onClose()
  }
  const actions = (
    <>
      <Button disabled={doing.isPending} onClick={close}>
        Cancel
      </Button>
      <Button variant={variant} isBusy={doing.isPending} onClick={() => doing.mutate()}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog
      {...{ title, isOpen, actions }}
      {...(opener !== undefined && { opener })}
      onClose={doing.isPending ? undefined : close}
    >
      {children}
      {doing.error && <Failure error={doing.error} what={failed} />}
    </Dialog>
  )
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'isOpen' | 'opener' | 'onClose'> {
  /** Returns the button, which calls `ask` to open the dialog. */
  readonly button: (ask: () => void) => ReactNode
  /** The key of the queries that are outdated after the action. */
  readonly queryKey?: readonly string[]
}

/** A button for an action that the user has to confirm. */
export function ConfirmButton({ button, queryKey, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const queries = useQueryClient()
  const confirm = async () => {
    await onConfirm()
    if (queryKey !== undefined) await queries.invalidateQueries({ queryKey })
  }
  return (
    <>
      {button(() => setAsked(true))}
      <ConfirmDialog {...dialog} isOpen={isAsked} onClose={() => setAsked(false)} onConfirm={confirm} />
    </>
  )
}
