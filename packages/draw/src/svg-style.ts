import type { Severity } from '@opsgraph/core'
import type { AlertCount, Inheritance } from './alert-counts.js'
import { ATTENDED_COLORS, type Colors, SEVERITY_COLORS } from './severity-colors.js'

/** The colors of environments. If there are more environments, the colors repeat. */
const ENVIRONMENT_COLORS: readonly Colors[] = [
  { light: '#1a7f37', dark: '#57ab5a' },
  { light: '#8250df', dark: '#b083f0' },
  { light: '#bc4c00', dark: '#e0823d' },
  { light: '#0f7b83', dark: '#39c5cf' },
  { light: '#bf3989', dark: '#e275ad' },
  { light: '#7d6209', dark: '#c69026' },
]

/**
 * The colors of the elements of a picture that `selector` selects (in CSS). `property` is the property that gets the
 * color.
 */
const ELEMENT_COLORS: readonly (Colors & { readonly selector: string; readonly property: 'fill' | 'stroke' })[] = [
  { selector: '.og-ground,.og-count', property: 'fill', light: '#ffffff', dark: '#0d1117' },
  { selector: '.og-caption', property: 'stroke', light: '#ffffff', dark: '#0d1117' },
  { selector: '.og-text', property: 'fill', light: '#1f2328', dark: '#f0f6fc' },
  { selector: '.og-muted', property: 'fill', light: '#59636e', dark: '#9198a1' },
  { selector: '.og-edge', property: 'stroke', light: '#818b98', dark: '#7d8590' },
  { selector: '.og-tip', property: 'fill', light: '#818b98', dark: '#7d8590' },
  { selector: '.og-resource .og-box', property: 'fill', light: '#ffffff', dark: '#161b22' },
  { selector: '.og-environment .og-box', property: 'fill', light: '#f3f5f7', dark: '#262c36' },
  { selector: '.og-service .og-box', property: 'fill', light: '#0b5cc0', dark: '#1f6feb' },
  { selector: '.og-service .og-box', property: 'stroke', light: '#0b5cc0', dark: '#1f6feb' },
  { selector: '.og-word', property: 'fill', light: '#ffffff', dark: '#0d1117' },
]

/**
 * Styles that are the same in light and dark mode. The color of an environment or a severity is set with the property
 * `color` and used as `currentColor`, because some programs do not support CSS variables.
 */
const SHAPE_STYLES = `text{font-family:"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif}
.og-name{font-size:24px;font-weight:700}
.og-muted{font-size:15px}
.og-caption{font-size:15px;font-weight:600;fill:currentColor;paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
.og-label{font-size:15px;font-weight:600}
.og-area{fill:currentColor;fill-opacity:.07;fill-rule:evenodd;stroke:currentColor;stroke-opacity:.45;stroke-width:1.5}
.og-edge{fill:none;stroke-width:1.6}
.og-box{stroke:currentColor;stroke-width:1.5}
.og-environment .og-box{stroke-width:2.5}
.og-glyph{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.og-service .og-glyph{stroke:#fff}
.og-service .og-label{fill:#fff}
.og-suggested{stroke-dasharray:6 5}
.og-halo{fill:none;stroke:currentColor;stroke-width:3}
.og-below{stroke-dasharray:.1 6;stroke-linecap:round}
.og-box.og-bare{stroke:none}
.og-badge{fill:currentColor}
.og-hollow{stroke:currentColor;stroke-width:1.5}
.og-word{font-size:13px;font-weight:700}
.og-number{font-size:13px;font-weight:700;fill:currentColor}`

const ATTENDED_CLASS = 'og-attended'

/** The style sheet of every picture. It has light colors, and dark colors for readers who prefer dark mode. */
export const STYLE_SHEET = `${SHAPE_STYLES}
${colorRules('light')}
@media (prefers-color-scheme:dark){
${colorRules('dark')}
}`

export function environmentClass(number: number): string {
  return `og-e${number % ENVIRONMENT_COLORS.length}`
}

export function severityClass(severity: Severity): string {
  return `og-${severity}`
}

/**
 * Returns the class that colors the alerts of a node: the class of the worst severity, or a neutral class if no alert
 * is open.
 */
export function alertClass({ open, worst }: AlertCount): string {
  return open === 0 ? ATTENDED_CLASS : severityClass(worst)
}

/**
 * Returns the class that colors an inherited severity: the class of this severity, or a neutral class if it comes from
 * acknowledged alerts.
 */
export function inheritedClass({ severity, isOpen }: Inheritance): string {
  return isOpen ? severityClass(severity) : ATTENDED_CLASS
}

function colorRules(scheme: keyof Colors): string {
  return [
    ...ELEMENT_COLORS.map(({ selector, property, ...colors }) => `${selector}{${property}:${colors[scheme]}}`),
    ...ENVIRONMENT_COLORS.map((colors, number) => `.${environmentClass(number)}{color:${colors[scheme]}}`),
    ...Object.entries(SEVERITY_COLORS).map(([severity, colors]) => `.og-${severity}{color:${colors[scheme]}}`),
    `.${ATTENDED_CLASS}{color:${ATTENDED_COLORS[scheme]}}`,
  ].join('\n')
}
