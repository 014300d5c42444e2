import styles from './loading.module.css'

/** Shown while data is loading; it appears with a delay, so that it does not flash for fast answers. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.bar} />
      <span className="unseen">Waiting for {what}</span>
    </div>
  )
}
