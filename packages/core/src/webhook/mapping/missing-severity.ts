import { type ArrivingAlert, fittingFingerprint } from '../../alert/arriving-alert.js'
import type { Severity } from '../../alert/severity.js'

/**
 * The severity of an alert if the mapping of the webhook gives no severity. `POST /api/alert` has the default `normal`.
 * Webhooks have another default, because `normal` closes an open alert. A payload without a severity does not mean that
 * the problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning in an explanation if an alert has no severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** True if neither the mapping nor a default value gives a severity. */
export function lacksSeverity({ severity }: ArrivingAlert): boolean {
  return severity === undefined || severity === null
}

/**
 * The timeout of an alert if no mapping, default value or policy gives a timeout; 0 = the alert never expires. Most
 * tools send one delivery when a problem begins, one when it ends, and nothing in between. So with any other timeout,
 * an alert could expire while its problem still lasts.
 */
const MISSING_TIMEOUT = 0

/**
 * Fills in a missing severity and a missing timeout, and makes the fingerprint fit. The severity that is filled in does
 * not close an alert.
 */
export function withDefaults(input: ArrivingAlert): ArrivingAlert {
  const { severity, timeout, fingerprint } = input
  return {
    ...input,
    severity: severity ?? MISSING_SEVERITY,
    timeout: timeout ?? MISSING_TIMEOUT,
    fingerprint: fittingFingerprint(fingerprint),
  }
}
