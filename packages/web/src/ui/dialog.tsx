import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** `undefined`: it cannot be left without an answer. */
  readonly onClose?: (() => void) | undefined
  /** What had the focus, where a field takes it as it appears: too soon for it to be known otherwise. */
  readonly opener?: Element | null
  readonly children: ReactNode
  /** Buttons below the content, the one to press last. */
  readonly actions?: ReactNode
}

/**
 * A question, or a small form, above the page; Escape closes it and the focus returns to where it was. A press beside it
 * does not: what was written in it would be lost.
 */
export function Dialog({ title, isOpen, onClose, opener, children, actions }: DialogProps) {
  useKeptEscape(isOpen && onClose === undefined)
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

/** Another dialog, below one that must be answered, would close on Escape when the focus is in neither. */
function useKeptEscape(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return
    window.addEventListener('keydown', keepEscape, { capture: true })
    return () => window.removeEventListener('keydown', keepEscape, { capture: true })
  }, [isKept])
}

function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}
