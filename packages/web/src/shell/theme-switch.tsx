import { useState } from 'react'
import { IconButton } from '../ui/button.js'

/** Lets the user choose the light or the dark theme, or the theme of the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const change = () => {
    saveTheme(next)
    setTheme(next)
  }
  return <IconButton icon={theme} label={`Colors: ${theme}. Change to ${next}`} onClick={change} />
}

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'opsgraph.theme'

/**
 * Returns the theme that the user chose in this browser. If the user chose none, the result is the theme of the system.
 */
export function readTheme(): Theme {
  const stored = window.localStorage.getItem(STORAGE_KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Applies a theme and stores the choice in the browser. */
function saveTheme(theme: Theme): void {
  window.localStorage.setItem(STORAGE_KEY, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
