import { useEffect, useRef } from 'react'

interface Shortcuts {
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onSave: () => void
  /** Called when Delete or Backspace is pressed while the canvas has the focus. */
  readonly onDelete: () => void
}

/**
 * Handles the keyboard shortcuts of the editor. The shortcuts for undo, redo and save work whichever element has the
 * focus, even a text field. Delete and Backspace work only if the canvas has the focus.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = findAction(event)
      // Ignore the key while a dialog is open, because the dialog handles keys itself.
      if (action === undefined || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      latest.current[action]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function findAction(event: KeyboardEvent): keyof Shortcuts | undefined {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return CONTROLS[event.shiftKey ? `shift ${key}` : key]
  const isOnCanvas = event.target instanceof Element && event.target.role === 'application'
  return isOnCanvas && (key === 'delete' || key === 'backspace') ? 'onDelete' : undefined
}

const CONTROLS: Readonly<Record<string, keyof Shortcuts>> = {
  s: 'onSave',
  z: 'onUndo',
  y: 'onRedo',
  'shift z': 'onRedo',
}
