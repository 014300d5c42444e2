import { Dialog as Base } from '@base-ui/react/dialog'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from './button.js'
import { CodeBlock } from './code-block.js'
import styles from './dialog.module.css'
import { SentForm } from './form-faults.js'
import type { IconName } from './icon.js'
import { Failure, Notice } from './message.js'
import shared from './shared.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /**
   * Called when the user closes the dialog. If this function is `undefined`, the dialog has no close button and ignores
   * the Escape key.
   */
  readonly onClose?: (() => void) | undefined
  /**
   * The element that gets the focus when the dialog closes. It must be given if a field takes the focus when the dialog
   * is mounted, because the dialog then cannot find out which element had the focus before.
   */
  readonly opener?: Element | null
  readonly children: ReactNode
  /** The buttons below the content. The button of the main action is the last one. */
  readonly actions?: ReactNode
}

/**
 * A modal dialog. If `onClose` is given, the Escape key closes the dialog. When the dialog closes, the focus returns to
 * the element that had it before. A click outside the dialog does not close it, because the user's input would be lost.
 */
export function Dialog({ title, isOpen, onClose, opener, children, actions }: DialogProps) {
  useStoppedEscape(isOpen && onClose === undefined)
  return (
    <Base.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.dialog} finalFocus={() => chooseFocus(opener)}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {onClose && <Base.Close render={<IconButton label="Close" icon="close" />} />}
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Returns the element that gets the focus when a dialog closes; `true` = the dialog finds it out. The opener may be gone:
 * the page below the dialog goes on reading its data. The content of the page then gets the focus, unless something else
 * has taken it.
 */
function chooseFocus(opener: Element | null | undefined): HTMLElement | boolean {
  if (!(opener instanceof HTMLElement)) return true
  if (opener.isConnected) return opener
  queueMicrotask(() => {
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body || focused.closest('[role=dialog]') !== null
    if (isLost) document.getElementById('content')?.focus()
  })
  return false
}

/**
 * Ignores the Escape key while a dialog without `onClose` is open. Otherwise the Escape key could close another dialog
 * below this one, if the focus is outside of both dialogs.
 */
function useStoppedEscape(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    window.addEventListener('keydown', stopEscape, { capture: true })
    return () => window.removeEventListener('keydown', stopEscape, { capture: true })
  }, [isActive])
}

function stopEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}

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

interface PlanButtonProps<Plan> extends Pick<ConfirmDialogProps, 'title' | 'action' | 'failed'> {
  /** The text of the button. */
  readonly label: string
  readonly icon?: IconName
  /** Asks the server what the action would change. Changes nothing. */
  readonly plan: () => Promise<Plan>
  /** The title of the error message if there is no plan, such as `This cannot be planned`. */
  readonly planFailed: string
  /** Carries out the plan that the user has confirmed. */
  readonly onConfirm: (plan: Plan) => Promise<unknown>
  /** Shows the plan. */
  readonly children: (plan: Plan) => ReactNode
}

/** A button for an action that the user has to confirm after seeing its plan. */
export function PlanButton<Plan>(props: PlanButtonProps<Plan>) {
  const { label, icon, plan, planFailed, onConfirm, children, ...dialog } = props
  const opener = useRef<HTMLButtonElement>(null)
  const { data, error, isPending, mutate, reset } = useMutation({ mutationFn: plan })
  return (
    <>
      <Button ref={opener} icon={icon} isBusy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      {error && <Failure error={error} what={planFailed} />}
      <ConfirmDialog
        {...dialog}
        isOpen={data !== undefined}
        opener={opener.current}
        onClose={reset}
        onConfirm={async () => data !== undefined && (await onConfirm(data))}
      >
        {data !== undefined && children(data)}
      </ConfirmDialog>
    </>
  )
}

interface FormDialogProps<Answer> {
  readonly title: string
  /** The text of the submit button. */
  readonly action: string
  readonly canSubmit?: boolean
  /** Sends the content of the form to the server, which validates it. */
  readonly send: () => Promise<Answer>
  /** The key of the queries that are outdated afterwards. */
  readonly queryKey?: readonly string[]
  /** The title of the error message, such as `No key was created`. */
  readonly failed: string
  readonly onClose: () => void
  /** Called after the server has accepted the request. By default, the dialog closes. */
  readonly onSent?: (answer: Answer) => void
  /** The form fields. */
  readonly children: ReactNode
}

/** A dialog with a form. If the server refuses the request, the dialog shows the error and keeps the input. */
export function FormDialog<Answer>(props: FormDialogProps<Answer>) {
  const { title, action, canSubmit = true, send, queryKey, failed, onClose, onSent = onClose, children } = props
  const form = useId()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: send,
    // The answer may contain a secret: remove it from the cache when the dialog closes.
    gcTime: 0,
    onSuccess: async (answer) => {
      if (queryKey !== undefined) await queries.invalidateQueries({ queryKey })
      onSent(answer)
    },
  })
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

interface ShownOnceProps {
  readonly title: string
  /** The noun for the secret, such as `key`. */
  readonly noun: string
  /** The secret with its article, such as `the API key`. */
  readonly what: string
  readonly secret: string
  readonly onClose: () => void
  /** What the secret is for. */
  readonly children: ReactNode
}

/** Shows a secret that no later page can show. */
export function ShownOnce({ title, noun, what, secret, onClose, children }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warning">{`Copy the ${noun} now. It is shown only once.`}</Notice>
      <CodeBlock text={secret} what={what} />
      {children}
    </Dialog>
  )
}
