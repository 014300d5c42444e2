import type { Severity } from '@opsgraph/core'

export interface Colors {
  readonly light: string
  readonly dark: string
}

/**
 * The color of alerts that are acknowledged or silenced. Its contrast is as high as that of the colors of severities.
 */
export const ATTENDED_COLORS: Colors = { light: '#57606a', dark: '#adbac7' }

/** Each color has a contrast of at least 4.5 : 1 to the text on it: white in light mode, nearly black in dark mode. */
export const SEVERITY_COLORS: Readonly<Record<Severity, Colors>> = {
  security: { light: '#6639ba', dark: '#c297ff' },
  critical: { light: '#cf222e', dark: '#ff7b72' },
  major: { light: '#bc4c00', dark: '#f0883e' },
  minor: { light: '#8a6100', dark: '#e3b341' },
  warning: { light: '#0969da', dark: '#6cb6ff' },
  indeterminate: { light: '#57606a', dark: '#adbac7' },
  informational: { light: '#57606a', dark: '#adbac7' },
  normal: { light: '#1a7f37', dark: '#6bc46d' },
  ok: { light: '#1a7f37', dark: '#6bc46d' },
  cleared: { light: '#1a7f37', dark: '#6bc46d' },
  debug: { light: '#57606a', dark: '#adbac7' },
  trace: { light: '#57606a', dark: '#adbac7' },
  unknown: { light: '#57606a', dark: '#adbac7' },
}
