import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.js'

interface EmptyStateProps {
  readonly icon: IconName
  /** What is missing, such as `No topologies yet`. */
  readonly title: string
  /** What the list is for and what to do first. */
  readonly children: ReactNode
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      <span className={styles.picture}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className={styles.advice}>{children}</div>
    </section>
  )
}
