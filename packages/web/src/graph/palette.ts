import type { Severity } from '@opsgraph/core'
import { SEVERITIES } from '@opsgraph/core/pure'
import { SEVERITY_COLORS } from '@opsgraph/draw'

/** The colors and the font of the page, as values that a canvas accepts. */
export interface Palette {
  readonly ground: string
  readonly surface: string
  readonly sunken: string
  readonly line: string
  readonly edge: string
  readonly text: string
  readonly muted: string
  readonly accent: string
  readonly onAccent: string
  /** The color of faults. */
  readonly danger: string
  readonly font: string
  readonly severities: Readonly<Record<Severity, string>>
  /** The color of the text and the shapes in a badge, and of the `!` that marks a faulty node. */
  readonly onSeverity: string
}

/** Reads the current colors and the font from the style of an element. */
export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.append(probe)
  const color = (value: string) => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const palette = {
    ground: color('var(--ground)'),
    surface: color('var(--surface)'),
    sunken: color('var(--sunken)'),
    line: color('var(--line)'),
    edge: color('var(--edge)'),
    text: color('var(--text)'),
    muted: color('var(--muted)'),
    accent: color('var(--accent)'),
    onAccent: color('var(--on-accent)'),
    danger: color('var(--danger)'),
    font: style.fontFamily,
    severities: Object.fromEntries(
      SEVERITIES.map((severity) => {
        const { light, dark } = SEVERITY_COLORS[severity]
        return [severity, color(`light-dark(${light}, ${dark})`)]
      }),
    ) as Record<Severity, string>,
    onSeverity: color('light-dark(#ffffff, #0d1014)'),
  }
  probe.remove()
  return palette
}
