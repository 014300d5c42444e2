import { Button } from '../../ui/button.js'
import styles from './import.module.css'
import type { Step } from './use-import.js'

/**
 * Shows the progress of an import. The import can be canceled only as long as it is certain that the server has written
 * nothing.
 */
export function ImportProgress({ step, onCancel }: { readonly step: Step; readonly onCancel: () => void }) {
  const { isDryRun, number, count, name, share } = step
  const isSent = share >= 1
  const work = isDryRun ? 'The server is planning' : 'The server is writing; this can no longer be stopped'
  const place = count > 1 ? ` (${number} of ${count})` : ''
  return (
    <section className={styles.progress} aria-label="Progress">
      <p role="status">
        {isSent ? work : 'Sending'}: {name}
        {place}
      </p>
      <progress aria-label={`Sent of ${name}`} max={1} {...(!isSent && { value: share })} />
      {(isDryRun || !isSent) && <Button onClick={onCancel}>Cancel</Button>}
    </section>
  )
}
