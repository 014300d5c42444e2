import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** `undefined`: the dialog cannot be closed without an answer. */
  readonly onClose?: (() => void) | undefined
  /**
   * The element that had the focus, needed if a field of the dialog takes the focus when it is mounted, before it could
   * be recorded.
   */
  readonly opener?: Element | null
  readonly children: ReactNode
  /** Buttons below the content; the main action is last. */
  readonly actions?: ReactNode
}

/**
 * A modal dialog. Escape closes it, and the focus returns to the element that had it. A press outside does not close
 * it, because input would be lost.
 */
export function Dialog({ title, isOpen, onClose, opener, children, actions }: DialogProps) {
  useStoppedEscape(isOpen && onClose === undefined)
  return (
    <Base.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.dialog} finalFocus={() => (opener instanceof HTMLElement ? opener : true)}>
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {onClose && <Base.Close render={<IconButton label="Close" icon="close" />} />}
          </header>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Stops Escape while a dialog must be answered; otherwise it would close a dialog below, if the focus is in neither.
 */
function useStoppedEscape(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    window.addEventListener('keydown', stopEscape, { capture: true })
    return () => window.removeEventListener('keydown', stopEscape, { capture: true })
  }, [isActive])
}

function stopEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}
