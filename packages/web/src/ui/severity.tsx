import type { Severity } from '@opsgraph/core'
import { closesAlert, SEVERITIES } from '@opsgraph/core/pure'
import { SEVERITY_COLORS } from '@opsgraph/draw'
import type { CSSProperties } from 'react'
import styles from './severity.module.css'
import { SEVERITY_SHAPES } from './severity-shapes.js'

/** The severities that an active alert can have. The other severities close alerts. */
export const OPEN_SEVERITIES = SEVERITIES.filter((severity) => !closesAlert(severity))

/** Returns the color of a severity as a CSS custom property, which the style sheet uses. */
export function buildSeverityStyle(severity: Severity): CSSProperties {
  const { light, dark } = SEVERITY_COLORS[severity]
  return { '--severity': `light-dark(${light}, ${dark})` } as CSSProperties
}

/** The icon of a severity. If the name of the severity is not beside it, the icon needs a label for screen readers. */
export function SeverityIcon({ severity, label }: { readonly severity: Severity; readonly label?: string }) {
  return (
    <>
      <svg className={styles.icon} style={buildSeverityStyle(severity)} viewBox="0 0 16 16" aria-hidden="true">
        <path d={SEVERITY_SHAPES[severity]} />
      </svg>
      {label !== undefined && <span className="unseen">{label}</span>}
    </>
  )
}

/** Shows the icon and the name of a severity. If `count` is given, also shows this number of alerts. */
export function SeverityBadge({ severity, count }: { readonly severity: Severity; readonly count?: number }) {
  return (
    <span className={styles.badge} style={buildSeverityStyle(severity)}>
      <SeverityIcon severity={severity} />
      {severity}
      {count !== undefined && <b className={styles.count}>{count}</b>}
    </span>
  )
}
