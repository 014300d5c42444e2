import { useLayoutEffect, useRef } from 'react'
import { ApiError } from '../api/api-error.js'
import { session } from '../session/session.js'
import { Button } from './button.js'
import styles from './failure.module.css'
import { Icon } from './icon.js'

const FORBIDDEN = 403

interface FailureProps {
  readonly error: Error
  /** What was meant to happen: `The topology could not be saved`. */
  readonly what?: string | undefined
  readonly onRetry?: (() => void) | undefined
}

/** Tells what went wrong in the server's words, each fault with its place, and by which id its log knows the request. */
export function Failure({ error, what, onRetry }: FailureProps) {
  const place = useFocusHandedOn()
  const { issues, requestId } = error instanceof ApiError ? error : { issues: [], requestId: undefined }
  return (
    <div ref={place} role="alert" className={styles.failure}>
      <Icon name="alert" />
      <div className={styles.told}>
        {what !== undefined && <strong>{what}</strong>}
        <p>{error.message}</p>
        {issues.length > 0 && (
          <ul className={styles.issues}>
            {issues.map(({ code, path, message }) => (
              <li key={`${code} ${path} ${message}`}>
                <code>{path}</code> {message} <span className={styles.code}>{code}</span>
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
      {isScope(error) && (
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

/** Hands the focus on when the button that has it goes away: to the dialog around it, else to the content of the page. */
function useFocusHandedOn() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const around = element.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('content')
      around?.focus()
    }
  }, [])
  return place
}

/** Whether another key may be let do what this one is not; what is forbidden for another reason, as by a license, says so again. */
function isScope(error: Error): boolean {
  return error instanceof ApiError && error.status === FORBIDDEN && session.current().key !== undefined
}
