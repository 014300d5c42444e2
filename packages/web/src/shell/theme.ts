export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const PLACE = 'opsgraph.theme'

/** What was chosen on this machine; the system's own scheme unless told otherwise. */
export function chosenTheme(): Theme {
  const kept = window.localStorage.getItem(PLACE)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

/** Shows a theme at once, and from now on. */
export function chooseTheme(theme: Theme): void {
  window.localStorage.setItem(PLACE, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
