import { SEVERITIES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { SEVERITY_COLORS } from './severity-colors.js'
import { STYLE_SHEET } from './svg-style.js'

describe('the style sheet', () => {
  it.each(SEVERITIES)('should color %s for the light and for the dark, readable on a badge', (severity) => {
    const { light, dark } = SEVERITY_COLORS[severity]
    expect(STYLE_SHEET.split(`.og-${severity}{color:${light}}`)).toHaveLength(2)
    expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, '#0d1117')).toBeGreaterThanOrEqual(4.5)
  })

  it('should need no CSS variables, which few programs other than browsers support', () => {
    expect(STYLE_SHEET).not.toMatch(/var\(|--/)
  })
})

// Helpers

/** The contrast ratio as defined in the Web Content Accessibility Guidelines 2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
