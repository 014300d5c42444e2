import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Mark } from '../shell/mark.js'
import { Button } from '../ui/button.js'
import { Failure } from '../ui/failure.js'
import { TextField } from '../ui/text-field.js'
import { isLetIn } from './check-key.js'
import { session } from './session.js'
import styles from './sign-in.module.css'

interface SignInProps {
  /** Whether a key that worked until now was refused. */
  readonly isRefused: boolean
}

const REFUSED = 'The server does not know this key, or it has expired.'
const TAKEN_BACK = 'The server no longer accepts the key that was used: it has expired, or was deleted. Sign in again.'

/** Asks for an API key, and lets in who has one. */
export function SignIn({ isRefused }: SignInProps) {
  const title = useId()
  const [key, setKey] = useState('')
  const check = useMutation({
    mutationFn: isLetIn,
    onSuccess: (isIn, checked) => {
      if (isIn && checked !== undefined) session.signIn(checked)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate(key.trim())
  }
  return (
    <main className={styles.page} aria-labelledby={title}>
      <form className={styles.card} onSubmit={submit}>
        <Mark size={40} />
        <div>
          <h1 id={title} className={styles.title}>
            Sign in to opsgraph
          </h1>
          <p className={styles.hint}>
            The server printed a key when it first started. Who may create keys can make one for you.
          </p>
        </div>
        {isRefused && check.isIdle && <p className={styles.notice}>{TAKEN_BACK}</p>}
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          autoFocus
          required
          value={key}
          onValueChange={setKey}
          hint="Kept in this tab until it is closed, and sent to this server alone."
          error={check.data === false ? REFUSED : undefined}
        />
        {check.error && <Failure error={check.error} />}
        <Button type="submit" variant="primary" isBusy={check.isPending} disabled={key.trim() === ''}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
