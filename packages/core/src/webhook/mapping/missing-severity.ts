import type { Severity } from '../../alert/severity.js'
import type { AlertInput } from './apply-mapping.js'

/**
 * The severity of an alert for which a webhook's mapping gives none. `POST /api/alert` takes `normal`, which closes an
 * open alert; a payload that lacks its severity does not say that all is well.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** What an explanation says of an alert without a severity of its own. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** Whether mapping and default value leave the severity out. */
export function lacksSeverity({ severity }: AlertInput): boolean {
  return severity === undefined || severity === null
}

/** The alert with a severity: one that the mapping leaves out never closes an alert. */
export function withSeverity(input: AlertInput): AlertInput {
  return lacksSeverity(input) ? { ...input, severity: MISSING_SEVERITY } : input
}
