import styles from './loading.module.css'

/** Shown while something is on its way: quick answers are there before it is seen. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.bar} />
      <span className="unseen">Waiting for {what}</span>
    </div>
  )
}
