import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from './button.js'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /**
   * Called when the user closes the dialog. If this function is `undefined`, the dialog has no close button and ignores
   * the Escape key.
   */
  readonly onClose?: (() => void) | undefined
  /**
   * The element that gets the focus when the dialog closes. It must be given if a field takes the focus when the dialog
   * is mounted, because the dialog then cannot find out which element had the focus before.
   */
  readonly opener?: Element | null
  readonly children: ReactNode
  /** The buttons below the content. The button of the main action is the last one. */
  readonly actions?: ReactNode
}

/**
 * A modal dialog. If `onClose` is given, the Escape key closes the dialog. When the dialog closes, the focus returns to
 * the element that had it before. A click outside the dialog does not close it, because the user's input would be lost.
 */
export function Dialog({ title, isOpen, onClose, opener, children, actions }: DialogProps) {
  useStoppedEscape(isOpen && onClose === undefined)
  return (
    <Base.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => !open && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.dialog} finalFocus={() => chooseFocus(opener)}>
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
 * Returns the element that gets the focus when a dialog closes; `true` = the dialog finds it out. The opener may be gone:
 * the page below the dialog goes on reading its data.
 */
function chooseFocus(opener: Element | null | undefined): HTMLElement | true {
  if (!(opener instanceof HTMLElement)) return true
  return opener.isConnected ? opener : (document.getElementById('content') ?? true)
}

/**
 * Ignores the Escape key while a dialog without `onClose` is open. Otherwise the Escape key could close another dialog
 * below this one, if the focus is outside of both dialogs.
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
