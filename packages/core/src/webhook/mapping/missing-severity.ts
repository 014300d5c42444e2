import type { ArrivingAlert } from '../../alert/arriving-alert.js'
import type { Severity } from '../../alert/severity.js'

/**
 * The severity of an alert if the webhook's mapping gives none. It is not `normal`, the default of `POST /api/alert`,
 * because `normal` closes an open alert. A payload without a severity does not mean that the problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning in an explanation if an alert has no severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** True if neither the mapping nor a default value gives a severity. */
export function lacksSeverity({ severity }: ArrivingAlert): boolean {
  return severity === undefined || severity === null
}

/**
 * Alerts of webhooks do not expire unless a mapping, a default value or a policy says so, because most tools send a
 * delivery when a problem begins and another one when it ends, and nothing in between.
 */
const MISSING_TIMEOUT = 0

/** Fills in a missing severity with a value that does not close an alert, and a missing timeout. */
export function withDefaults(input: ArrivingAlert): ArrivingAlert {
  const { severity, timeout } = input
  return { ...input, severity: severity ?? MISSING_SEVERITY, timeout: timeout ?? MISSING_TIMEOUT }
}
