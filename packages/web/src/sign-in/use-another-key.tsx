import { useId, useState } from 'react'
import { session } from '../session/session.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { KeyField, useKeyForm } from './key-form.js'
import { useReadAnew } from './use-read-anew.js'

/** A dialog that asks for an API key with more scopes. The page below it stays open. */
export function UseAnotherKey() {
  const id = useId()
  const form = useKeyForm()
  const [opener] = useState(() => document.activeElement)
  useReadAnew()
  const keep = () => session.change(false)
  const actions = (
    <>
      <Button onClick={keep}>Cancel</Button>
      <Button type="submit" form={id} variant="primary" isBusy={form.isBusy} disabled={form.key.trim() === ''}>
        Use this key
      </Button>
    </>
  )
  return (
    <Dialog title="Use another key" isOpen onClose={keep} opener={opener} actions={actions}>
      <p>The page stays open, and unsaved changes are not lost.</p>
      <form id={id} onSubmit={form.submit}>
        <KeyField form={form} />
      </form>
    </Dialog>
  )
}
