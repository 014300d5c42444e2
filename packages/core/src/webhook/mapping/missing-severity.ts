import type { ArrivingAlert } from '../../alert/arriving-alert.js'
import type { Severity } from '../../alert/severity.js'
import type { JsonValue } from '../../json-value.js'
import { readTimestamp } from '../../timestamp.js'
import { fittingFingerprint } from './fitting-fingerprint.js'

/**
 * The severity of an alert if the mapping of the webhook gives no severity. `POST /api/alert` has the default `normal`.
 * Webhooks have another default, because `normal` closes an open alert. A payload without a severity does not mean that
 * the problem is over.
 */
const MISSING_SEVERITY: Severity = 'indeterminate'

/** The warning in an explanation if an alert has no severity. */
export const SEVERITY_WARNING = `severity: the payload gives none and there is no default value, so the alert is ${MISSING_SEVERITY}; if the tool leaves the severity out, add a default value`

/** What is wrong with the times of the sender: they are left out. */
export function timeWarnings({ eventTime, endTime }: ArrivingAlert): readonly string[] {
  return Object.entries({ eventTime, endTime })
    .filter(([, time]) => !isReadable(time))
    .map(
      ([field]) => `${field}: this is not an ISO 8601 time, so it is left out, and the alert counts as sent without it`,
    )
}

function isReadable(time: JsonValue | undefined): boolean {
  return time === undefined || time === null || (typeof time === 'string' && readTimestamp(time) !== undefined)
}

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
 * Fills in a missing severity and a missing timeout, makes the fingerprint fit, and leaves out a time of the sender that
 * cannot be read (rules.md#mapping-values-14): the alert itself must not be lost. The severity that is filled in does not close an alert.
 */
export function withDefaults(input: ArrivingAlert): ArrivingAlert {
  const { severity, timeout, fingerprint, eventTime, endTime } = input
  return {
    ...input,
    severity: severity ?? MISSING_SEVERITY,
    timeout: timeout ?? MISSING_TIMEOUT,
    fingerprint: fittingFingerprint(fingerprint),
    eventTime: isReadable(eventTime) ? eventTime : undefined,
    endTime: isReadable(endTime) ? endTime : undefined,
  }
}
