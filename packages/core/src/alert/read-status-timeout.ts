import { BodyReader } from '../body-reader.js'
import { invalid } from '../opsgraph-error.js'
import type { AlertStatus } from './alert-status.js'

/** The statuses that can end by themselves (rules.md#expiry-and-timed-statuses-5). */
const TIMED: readonly AlertStatus[] = ['ack', 'shelved']

/**
 * Reads the number of seconds for which an alert shall have a status; `undefined` = no limit.
 *
 * @throws OpsgraphError `invalid`
 */
export function readStatusTimeout(status: AlertStatus, timeout: unknown): number | undefined {
  if (timeout === undefined || timeout === null) return undefined
  checkTimed('timeout', status)
  return new BodyReader({ timeout }).seconds('timeout')
}

/**
 * @param field the name of the field that says when the status ends
 * @throws OpsgraphError `invalid` if the status cannot end by itself
 */
export function checkTimed(field: string, status: AlertStatus): void {
  if (!TIMED.includes(status)) throw invalid(`${field} is allowed only with the status ${TIMED.join(' or ')}`)
}
