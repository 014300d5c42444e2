import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { KeyField, useKeyForm } from './key-form.js'
import { session } from './session.js'
import { useReadAnew } from './use-read-anew.js'

/** Asks for another key above the page, which stays as it is: what was written there is not lost with the key. */
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
      <Button onClick={signOut}>Sign out, and lose what is not saved</Button>
      <Button type="submit" form={id} variant="primary" isBusy={form.isBusy} disabled={form.key.trim() === ''}>
        Sign in
      </Button>
    </>
  )
  return (
    <Dialog title="Sign in again" isOpen actions={actions}>
      <p>
        The server no longer accepts the key that was used: it has expired, or was deleted. The page stays as it is:
        sign in with another key, and go on.
      </p>
      <form id={id} onSubmit={form.submit}>
        <KeyField form={form} />
      </form>
    </Dialog>
  )
}
