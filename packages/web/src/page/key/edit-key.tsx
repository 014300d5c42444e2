import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, type ApiKeyChanges, changeKey } from '../../api/keys.js'
import { SelectField, TextField } from '../../ui/field.js'
import { FormDialog } from '../../ui/form-dialog.js'
import { type Chosen, chosenOf, scopesOf } from './chosen-scopes.js'
import styles from './key.module.css'
import { EXPIRIES, type Expiry, expireTimeOf, ScopePicker } from './key-fields.js'

interface EditKeyProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/**
 * A dialog that changes the text, the scopes and the expiry of a key. The dialog cannot change the secret or the user
 * of the key. It sends only the fields that were changed.
 */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const [text, setText] = useState(apiKey.text)
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(apiKey.scopes))
  const [expiry, setExpiry] = useState<Expiry | 'unchanged'>('unchanged')
  const queries = useQueryClient()
  const isOther = scopesOf(chosen).join() !== scopesOf(chosenOf(apiKey.scopes)).join()
  const changes: ApiKeyChanges = {
    ...(text !== apiKey.text && { text }),
    ...(isOther && { scopes: scopesOf(chosen) }),
    ...(expiry !== 'unchanged' && { expireTime: expireTimeOf(expiry, Date.now()) }),
  }
  const saving = useMutation({
    mutationFn: async () => await changeKey(apiKey.id, changes),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  return (
    <FormDialog
      title="Edit the API key"
      action="Save the key"
      canSubmit={Object.keys(changes).length > 0}
      sending={saving}
      failed="Nothing was changed"
      onClose={onClose}
    >
      <p className={styles.about}>
        The new scopes apply at once to everything that uses this key. Its secret and its user {apiKey.user} stay the
        same.
      </p>
      <TextField label="Purpose" value={text} onValueChange={setText} path="text" />
      <ScopePicker chosen={chosen} onChange={setChosen} />
      <SelectField
        label="Expires"
        value={expiry}
        options={[{ value: 'unchanged', label: keptLabel(apiKey.expireTime) }, ...EXPIRIES]}
        onValueChange={setExpiry}
        hint="After this time the server refuses the key. Days count from now."
        path="expireTime"
      />
    </FormDialog>
  )
}

function keptLabel(time: string | null): string {
  return time === null ? 'unchanged: never' : `unchanged: ${new Date(time).toLocaleDateString()}`
}
