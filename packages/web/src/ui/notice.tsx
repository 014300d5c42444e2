import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'
import styles from './notice.module.css'

interface NoticeProps {
  /** `plain`: good to know; `warning`: something wants doing; `good`: it is done. */
  readonly tone?: 'plain' | 'warning' | 'good'
  /** What can be done about it. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

const ICON: Readonly<Record<NonNullable<NoticeProps['tone']>, IconName>> = {
  plain: 'info',
  warning: 'alert',
  good: 'check',
}

/** A remark on what the page shows; failures have a part of their own. */
export function Notice({ tone = 'plain', actions, children }: NoticeProps) {
  return (
    <div role="status" className={`${styles.notice} ${styles[tone]}`}>
      <Icon name={ICON[tone]} />
      <div className={styles.told}>{children}</div>
      {actions}
    </div>
  )
}
