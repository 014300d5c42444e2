import type { Severity } from '../../alert/severity.js'
import type { AlertInput } from './apply-mapping.js'

/**
 * The severity of an alert if the webhook's mapping gives none. `POST /api/alert` uses `normal`, which closes an open
 * alert, but a payload without a severity does not mean that the problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning of an explanation about an alert without a severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** True if neither the mapping nor a default value gives a severity. */
export function lacksSeverity({ severity }: AlertInput): boolean {
  return severity === undefined || severity === null
}

/** The alert with a severity. If the mapping gives none, the alert never closes another one. */
export function withSeverity(input: AlertInput): AlertInput {
  return lacksSeverity(input) ? { ...input, severity: MISSING_SEVERITY } : input
}
