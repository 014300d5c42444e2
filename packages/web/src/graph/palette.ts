import type { Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { SEVERITY_COLORS } from '@opsgraph/draw'

/** The colors of the page that a canvas uses, each with its CSS custom property. */
const COLORS = {
  ground: '--ground',
  surface: '--surface',
  sunken: '--sunken',
  line: '--line',
  edge: '--edge',
  text: '--text',
  muted: '--muted',
  accent: '--accent',
  onAccent: '--on-accent',
  /** The color of faults. */
  danger: '--danger',
} as const

/** The colors and the font of the page, as values that a canvas accepts. */
export interface Palette extends Readonly<Record<keyof typeof COLORS, string>> {
  readonly font: string
  readonly severities: Readonly<Record<Severity, string>>
  /** The color of the text and the shapes in a badge, and of the `!` that marks a faulty node. */
  readonly onSeverity: string
}

/** Reads the current colors and the font from the style of an element. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.append(probe)
  const color = (value: string) => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const colors = Object.entries(COLORS).map(([name, property]) => [name, color(`var(${property})`)])
  const severities = SEVERITIES.map((severity) => {
    const { light, dark } = SEVERITY_COLORS[severity]
    return [severity, color(`light-dark(${light}, ${dark})`)]
  })
  const palette = {
    ...(Object.fromEntries(colors) as Record<keyof typeof COLORS, string>),
    font: style.fontFamily,
    severities: Object.fromEntries(severities) as Record<Severity, string>,
    onSeverity: color('light-dark(#ffffff, #0d1014)'),
  }
  probe.remove()
  return palette
}
