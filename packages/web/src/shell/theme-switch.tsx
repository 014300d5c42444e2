import { useState } from 'react'
import { IconButton } from '../ui/button.js'
import { chooseTheme, chosenTheme, THEMES } from './theme.js'

/** Lets the user choose the light or the dark theme, or the theme of the system. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const change = () => {
    chooseTheme(next)
    setTheme(next)
  }
  return <IconButton icon={theme} label={`Colors: ${theme}. Change to ${next}`} onClick={change} />
}
