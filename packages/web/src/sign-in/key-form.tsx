import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { session } from '../session/session.js'
import { Failure } from '../ui/failure.js'
import { TextField } from '../ui/field.js'
import { isAccepted } from './check-key.js'

const REFUSED = 'The server does not know this key, or it has expired.'

/** Checks an API key with the server. A valid key becomes the key of the session. */
export function useKeyForm() {
  const [key, setKey] = useState('')
  const check = useMutation({
    mutationFn: isAccepted,
    onSuccess: (isKnown, checked) => {
      if (isKnown && checked !== undefined) session.signIn(checked)
    },
  })
  return {
    key,
    setKey,
    isRefused: check.data === false,
    isBusy: check.isPending,
    /** The error of the last check. */
    error: check.error,
    submit: (event: FormEvent) => {
      event.preventDefault()
      check.mutate(key.trim())
    },
  }
}

/** A field for an API key, with the result of the last check. */
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
        hint="Stored in this tab until you close it, and sent only to this server."
        error={form.isRefused ? REFUSED : undefined}
      />
      {form.error && <Failure error={form.error} />}
    </>
  )
}
