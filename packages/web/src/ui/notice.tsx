import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'
import styles from './notice.module.css'

interface NoticeProps {
  /** `plain` is for information, `warning` if the user should act, and `good` for success. */
  readonly tone?: 'plain' | 'warning' | 'good'
  /** Buttons with which the user can act on the notice. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const ICON: Readonly<Record<NonNullable<NoticeProps['tone']>, IconName>> = {
  plain: 'info',
  warning: 'alert',
  good: 'check',
}

/** A notice on a page. For errors, use `Failure`. */
export function Notice({ tone = 'plain', actions, children }: NoticeProps) {
  return (
    <div role="status" className={`${styles.notice} ${styles[tone]}`}>
      <Icon name={ICON[tone]} />
      <div className={styles.content}>{children}</div>
      {actions}
    </div>
  )
}
