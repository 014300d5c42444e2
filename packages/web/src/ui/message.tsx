import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { ApiError, isForbidden } from '../api/api-error.js'
import { removePath } from '../api/faults.js'
import { session } from '../session/session.js'
import { Button } from './button.js'
import { useIsShown } from './form-faults.js'
import { Icon, type IconName } from './icon.js'
import styles from './message.module.css'

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

interface FailureProps {
  readonly error: Error
  /** What has failed, such as `The topology could not be saved`. */
  readonly what?: string | undefined
  readonly onRetry?: (() => void) | undefined
}

/**
 * Shows the message of an error, those of its issues that no form field shows, and the id of the request, which is also
 * in the log of the server.
 */
export function Failure({ error, what, onRetry }: FailureProps) {
  const container = useFocusRescue()
  const isShown = useIsShown()
  const { issues, requestId } = error instanceof ApiError ? error : { issues: [], requestId: undefined }
  const others = issues.filter((issue) => !isShown(issue))
  return (
    <div ref={container} role="alert" className={styles.failure}>
      <Icon name="alert" />
      <div className={styles.content}>
        {what !== undefined && <strong>{what}</strong>}
        <p>{error.message}</p>
        {others.length > 0 && (
          <ul className={styles.issues}>
            {others.map((issue) => (
              <li key={`${issue.code} ${issue.path} ${issue.message}`}>
                <code>{issue.path}</code> {removePath(issue)} <span className={styles.code}>{issue.code}</span>
              </li>
            ))}
          </ul>
        )}
        {requestId !== undefined && (
          <p className={styles.request}>
            Request <code>{requestId}</code>
          </p>
        )}
      </div>
      {/* Another key may have the scope that the request needs. */}
      {isForbidden(error) && session.current().key !== undefined && (
        <Button icon="key" onClick={() => session.change(true)}>
          Use another key
        </Button>
      )}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/**
 * Keeps the focus on the page when the error message disappears. If the message contains the focus, the focus moves to
 * the surrounding dialog. If there is no dialog, it moves to the content of the page.
 */
function useFocusRescue() {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = container.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const around = element.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content')
      around?.focus()
    }
  }, [])
  return container
}

/** A message that data is loading. It appears with a delay, so that it does not flash if the answer comes quickly. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <div role="status" className={styles.loading}>
      <span className={styles.bar} />
      <span className="unseen">Waiting for {what}</span>
    </div>
  )
}

interface EmptyStateProps {
  readonly icon: IconName
  /** What is missing, such as `No topologies yet`. */
  readonly title: string
  /** What the list is for and what to do first. */
  readonly children: ReactNode
  /** The link or the button with which the user begins. */
  readonly action?: ReactNode
}

/** Shown instead of a list without items. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      <span className={styles.picture}>
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className={styles.advice}>
        <p>{children}</p>
        {action}
      </div>
    </section>
  )
}
