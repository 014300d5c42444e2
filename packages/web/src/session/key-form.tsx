import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Failure } from '../ui/failure.js'
import { TextField } from '../ui/text-field.js'
import { isLetIn } from './check-key.js'
import { session } from './session.js'

const REFUSED = 'The server does not know this key, or it has expired.'

/** Asks the server whether it knows a key; if so, that is the key of the session. */
export function useKeyForm() {
  const [key, setKey] = useState('')
  const check = useMutation({
    mutationFn: isLetIn,
    onSuccess: (isIn, checked) => {
      if (isIn && checked !== undefined) session.signIn(checked)
    },
  })
  return {
    key,
    setKey,
    isRefused: check.data === false,
    isBusy: check.isPending,
    /** Why the server could not be asked. */
    error: check.error,
    submit: (event: FormEvent) => {
      event.preventDefault()
      check.mutate(key.trim())
    },
  }
}

/** The field for an API key, and what came of the last try. */
export function KeyField({ form }: { readonly form: ReturnType<typeof useKeyForm> }) {
  return (
    <>
      <TextField
        label="API key"
        type="password"
        autoComplete="off"
        autoFocus
        required
        value={form.key}
        onValueChange={form.setKey}
        hint="Kept in this tab until it is closed, and sent to this server alone."
        error={form.isRefused ? REFUSED : undefined}
      />
      {form.error && <Failure error={form.error} />}
    </>
  )
}
