import styles from './loading.module.css'

/** A message that data is loading. It appears with a delay, so that it does not flash if the answer comes quickly. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.bar} />
      <span className="unseen">Waiting for {what}</span>
    </div>
  )
}
