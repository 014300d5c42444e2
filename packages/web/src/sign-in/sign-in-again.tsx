import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { session } from '../session/session.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { KeyField, useKeyForm } from './key-form.js'
import { useReadAnew } from './use-read-anew.js'

/**
 * A dialog that asks for another API key after the server has refused the current one. The page below it stays open, so
 * that no input is lost.
 */
export function SignInAgain() {
  const id = useId()
  const form = useKeyForm()
  const queries = useQueryClient()
  useReadAnew()
  const signOut = () => {
    session.signOut()
    queries.clear()
  }
  const actions = (
    <>
      <Button onClick={signOut}>Sign out and discard unsaved changes</Button>
      <Button type="submit" form={id} variant="primary" isBusy={form.isBusy} disabled={form.key.trim() === ''}>
        Sign in
      </Button>
    </>
  )
  return (
    <Dialog title="Sign in again" isOpen actions={actions}>
      <p>
        The server no longer accepts your key: it has expired or was deleted. The page stays open. Sign in with another
        key to continue.
      </p>
      <form id={id} onSubmit={form.submit}>
        <KeyField form={form} />
      </form>
    </Dialog>
  )
}
