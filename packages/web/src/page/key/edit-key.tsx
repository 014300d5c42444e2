import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { faultAt, faultsOf } from '../../api/faults.js'
import { type ApiKey, type ApiKeyChanges, changeKey } from '../../api/keys.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { SelectField } from '../../ui/select-field.js'
import { TextField } from '../../ui/text-field.js'
import { type Chosen, chosenOf, scopesOf } from './chosen-scopes.js'
import { EXPIRIES, type Expiry, expireTimeOf } from './expiry.js'
import styles from './key.module.css'
import { ScopePicker } from './scope-picker.js'

interface EditKeyProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Changes what a key is for, what it may do and how long; its secret and its user stay. Only what was changed is sent. */
export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const form = useId()
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
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        type="submit"
        form={form}
        variant="primary"
        isBusy={saving.isPending}
        disabled={Object.keys(changes).length === 0}
      >
        Save the key
      </Button>
    </>
  )
  return (
    <Dialog title="Edit the API key" isOpen onClose={onClose} actions={actions}>
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        {saving.error && <Failure error={saving.error} what="Nothing was changed" />}
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
      </form>
    </Dialog>
  )
}

function keptLabel(time: string | null): string {
  return time === null ? 'as it is: never' : `as it is: ${new Date(time).toLocaleDateString()}`
}
