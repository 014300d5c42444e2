import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { faultAt, faultsOf } from '../../api/faults.js'
import { type ApiKey, type ApiKeyChanges, changeKey } from '../../api/keys.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { type Chosen, chosenOf, scopesOf } from './chosen-scopes.js'
import { EXPIRIES, type Expiry, expireTimeOf } from './expiry.js'
import styles from './key.module.css'
import { KeyDialog } from './key-dialog.js'
import { ScopePicker } from './scope-picker.js'

interface EditKeyProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Changes what a key is for, what it may do and how long; its secret and its user stay. Only what was changed is sent. */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const [text, setText] = useState(apiKey.text)
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(apiKey.scopes))
  const [expiry, setExpiry] = useState<Expiry | 'kept'>('kept')
  const queries = useQueryClient()
  const isOther = scopesOf(chosen).join() !== scopesOf(chosenOf(apiKey.scopes)).join()
  const changes: ApiKeyChanges = {
    ...(text !== apiKey.text && { text }),
    ...(isOther && { scopes: scopesOf(chosen) }),
    ...(expiry !== 'kept' && { expireTime: expireTimeOf(expiry, Date.now()) }),
  }
  const saving = useMutation({
    mutationFn: async () => await changeKey(apiKey.id, changes),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['keys'] })
    },
  })
  const faults = faultsOf(saving.error)
  return (
    <KeyDialog
      title="Edit the API key"
      action="Save the key"
      canSubmit={Object.keys(changes).length > 0}
      sending={{ ...saving, failed: 'Nothing was changed' }}
      onClose={onClose}
    >
      <p className={styles.about}>
        Whatever uses it may do what is chosen here from now on. Its secret stays, and its user {apiKey.user}.
      </p>
      <TextField label="What for" value={text} onValueChange={setText} error={faultAt(faults, 'text')} />
      <ScopePicker chosen={chosen} onChange={setChosen} />
      <SelectField
        label="Expires"
        value={expiry}
        options={[{ value: 'kept', label: keptLabel(apiKey.expireTime) }, ...EXPIRIES]}
        onValueChange={setExpiry}
        hint="From then on it is refused. Days count from now."
        error={faultAt(faults, 'expireTime')}
      />
    </KeyDialog>
  )
}

function keptLabel(time: string | null): string {
  return time === null ? 'as it is: never' : `as it is: ${new Date(time).toLocaleDateString()}`
}
