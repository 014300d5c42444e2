import { useEffect, useRef } from 'react'

interface Shortcuts {
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onSave: () => void
  /** Delete or Backspace, pressed on the drawing. */
  readonly onDelete: () => void
}

/** The keyboard shortcuts of the editor, for any focus. In a text field too, undo and redo act on the editor. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event)
      // An open dialog handles its own keys.
      if (action === undefined || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      latest.current[action]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function actionOf(event: KeyboardEvent): keyof Shortcuts | undefined {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return CONTROLS[event.shiftKey ? `shift ${key}` : key]
  const isOnDrawing = event.target instanceof Element && event.target.role === 'application'
  return isOnDrawing && (key === 'delete' || key === 'backspace') ? 'onDelete' : undefined
}

const CONTROLS: Readonly<Record<string, keyof Shortcuts>> = {
  s: 'onSave',
  z: 'onUndo',
  y: 'onRedo',
  'shift z': 'onRedo',
}
