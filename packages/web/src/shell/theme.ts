export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const PLACE = 'opsgraph.theme'

/** The theme that the user chose in this browser; by default that of the system. */
export function chosenTheme(): Theme {
  const stored = window.localStorage.getItem(PLACE)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Shows a theme and stores the choice. */
export function chooseTheme(theme: Theme): void {
  window.localStorage.setItem(PLACE, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
