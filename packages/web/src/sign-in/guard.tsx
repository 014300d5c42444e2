import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { session, useSession } from '../session/session.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Failure, Loading } from '../ui/message.js'
import { isAccepted, KeyField, SignIn, useKeyForm } from './sign-in.js'

/**
 * Shows the console if the user has entered an API key, or if the server requires none; otherwise it shows the sign-in
 * page. If the server refuses the current key, the page stays open below a dialog that asks for another key.
 */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { key, isRefused, isChanging } = useSession()
  const open = useQuery({
    queryKey: ['is-open'],
    queryFn: () => isAccepted(undefined),
    enabled: key === undefined && !isRefused,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (key !== undefined || isRefused || open.data === true) {
    return (
      <>
        {children}
        {isRefused && <SignInAgain />}
        {isChanging && <UseAnotherKey />}
      </>
    )
  }
  if (open.isLoading) return <Loading what="the server" />
  if (open.error) return <Failure error={open.error} onRetry={() => open.refetch()} />
  return <SignIn />
}

/**
 * A dialog that asks for another API key after the server has refused the current one. The page below it stays open, so
 * that no input is lost.
 */
function SignInAgain() {
  const queries = useQueryClient()
  const signOut = () => {
    session.signOut()
    queries.clear()
  }
  return (
    <KeyDialog
      title="Sign in again"
      action="Sign in"
      other={<Button onClick={signOut}>Sign out and discard unsaved changes</Button>}
    >
      The server no longer accepts your key: it has expired or was deleted. The page stays open. Sign in with another
      key to continue.
    </KeyDialog>
  )
}

/** A dialog that asks for an API key with more scopes. The page below it stays open. */
function UseAnotherKey() {
  const keep = () => session.change(false)
  return (
    <KeyDialog
      title="Use another key"
      action="Use this key"
      other={<Button onClick={keep}>Cancel</Button>}
      onClose={keep}
    >
      The page stays open, and unsaved changes are not lost.
    </KeyDialog>
  )
}

interface KeyDialogProps {
  readonly title: string
  /** The text of the button that uses the key. */
  readonly action: string
  /** The button beside the submit button, such as Cancel. */
  readonly other: ReactNode
  readonly onClose?: () => void
  readonly children: ReactNode
}

function KeyDialog({ title, action, other, onClose, children }: KeyDialogProps) {
  const id = useId()
  const form = useKeyForm()
  const [opener] = useState(() => document.activeElement)
  useRefreshOnClose()
  const actions = (
    <>
      {other}
      <Button type="submit" form={id} variant="primary" isBusy={form.isBusy} disabled={form.key.trim() === ''}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} opener={opener} actions={actions}>
      <p>{children}</p>
      <form id={id} onSubmit={form.submit}>
        <KeyField form={form} />
      </form>
    </Dialog>
  )
}

/**
 * A hook for dialogs that ask for another API key. The cached answers were read with the previous key. So when the
 * dialog closes, the hook removes those that no component uses, and requests the others again.
 */
function useRefreshOnClose(): void {
  const queries = useQueryClient()
  useEffect(
    () => () => {
      queries.removeQueries({ type: 'inactive' })
      void queries.invalidateQueries()
    },
    [queries],
  )
}
