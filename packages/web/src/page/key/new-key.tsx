import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createKey } from '../../api/keys.js'
import { Button } from '../../ui/button.js'
import { CodeBlock } from '../../ui/code-block.js'
import { Dialog } from '../../ui/dialog.js'
import { SelectField, TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { Notice } from '../../ui/notice.js'
import { type Chosen, scopesOf } from './chosen-scopes.js'
import { EXPIRIES, type Expiry, expireTimeOf, ScopePicker } from './key-fields.js'

/** A dialog that creates an API key. It shows the secret of the key once. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [user, setUser] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const [expiry, setExpiry] = useState<Expiry>('90')
  const queries = useQueryClient()
  const creating = useMutation({
    mutationFn: async () => {
      const body = { text, scopes: scopesOf(chosen), expireTime: expireTimeOf(expiry, Date.now()) }
      return await createKey(user.trim() === '' ? body : { ...body, user })
    },
    // Remove the secret from the cache when this dialog closes.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  })
  if (creating.data !== undefined) return <CreatedKey secret={creating.data} onClose={onClose} />
  return (
    <FormDialog
      title="New API key"
      action="Create the key"
      canSubmit={scopesOf(chosen).length > 0}
      sending={creating}
      failed="No key was created"
      onClose={onClose}
    >
      <TextField
        label="Purpose"
        value={text}
        onValueChange={setText}
        placeholder="Alertmanager in Frankfurt"
        path="text"
      />
      <TextField
        label="User"
        value={user}
        onValueChange={setUser}
        hint="If empty: yourself. A key for another user needs the scope admin."
        path="user"
      />
      <ScopePicker chosen={chosen} onChange={setChosen} />
      <SelectField
        label="Expires"
        value={expiry}
        options={EXPIRIES}
        onValueChange={setExpiry}
        hint="After this time the server refuses the key."
        path="expireTime"
      />
    </FormDialog>
  )
}

function CreatedKey({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title="The new API key"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warning">Copy the key now. It is shown only once.</Notice>
      <CodeBlock text={secret} what="the API key" />
      <p>
        Send it in the header <code>Authorization: Key …</code>
      </p>
    </Dialog>
  )
}
