export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const PLACE = 'opsgraph.theme'

/**
 * Returns the theme that the user chose in this browser. If the user chose none, the result is the theme of the system.
 */
export function chosenTheme(): Theme {
  const stored = window.localStorage.getItem(PLACE)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Applies a theme and stores the choice in the browser. */
export function chooseTheme(theme: Theme): void {
  window.localStorage.setItem(PLACE, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
