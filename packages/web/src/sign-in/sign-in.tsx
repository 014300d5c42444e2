import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { readFailure } from '../api/api-error.js'
import { fetchWithTimeout } from '../api/client.js'
import { session } from '../session/session.js'
import { Button } from '../ui/button.js'
import { TextField } from '../ui/field.js'
import { Logo } from '../ui/icon.js'
import { Failure } from '../ui/message.js'
import styles from './sign-in.module.css'

/** The sign-in page, which asks for an API key. */
export function SignIn() {
  const title = useId()
  const form = useKeyForm()
  useEffect(() => {
    document.title = 'Sign in · opsgraph'
  }, [])
  return (
    <main className={styles.page} aria-labelledby={title}>
      <form className={styles.card} onSubmit={form.submit}>
        <Logo size={40} />
        <div>
          <h1 id={title} className={styles.title}>
            Sign in to opsgraph
          </h1>
          <p className={styles.hint}>
            The server printed a key when it first started. A user who may create keys can create one for you.
          </p>
        </div>
        <KeyField form={form} />
        <Button type="submit" variant="primary" isBusy={form.isBusy} disabled={form.key.trim() === ''}>
          Sign in
        </Button>
      </form>
    </main>
  )
}

const REFUSED = 'The server does not know this key, or it has expired.'

/** The state of a form for an API key. On submit, the server checks the key; a valid key becomes the session's key. */
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

/**
 * The route that is requested to check an API key. It answers 401 if the key is unknown or expired, and 403 if the key
 * is valid but lacks the scope for this route.
 */
const CHECKED_PATH = 'api/service_topology?page-size=1&fields=summary'

/**
 * Whether the server accepts an API key. If `key` is `undefined`, the result says whether the server accepts requests
 * without an API key.
 *
 * @throws ApiError if there is no answer, or if the answer has an unexpected status
 */
export async function isAccepted(key: string | undefined): Promise<boolean> {
  const headers = new Headers()
  try {
    if (key !== undefined) headers.set('Authorization', `Key ${key}`)
  } catch {
    // The key contains a character that is not allowed in a header, so it cannot be valid.
    return false
  }
  const response = await fetchWithTimeout(new Request(CHECKED_PATH, { headers }))
  if (response.ok || response.status === 403) return true
  if (response.status === 401) return false
  throw await readFailure(response)
}
