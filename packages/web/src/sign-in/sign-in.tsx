import { useEffect, useId } from 'react'
import { Button } from '../ui/button.js'
import { Mark } from '../ui/icon.js'
import { KeyField, useKeyForm } from './key-form.js'
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
        <Mark size={40} />
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
