import { truncateForMessage } from '../truncate-for-message.js'

/** The severities of alerts, worst first (rules.md#alert-fields-4). */
export const SEVERITIES = [
  'security',
  'critical',
  'major',
  'minor',
  'warning',
  'indeterminate',
  'informational',
  'normal',
  'ok',
  'cleared',
  'debug',
  'trace',
  'unknown',
] as const
export type Severity = (typeof SEVERITIES)[number]

const CLOSING_SEVERITIES: ReadonlySet<Severity> = new Set(['normal', 'ok', 'cleared'])

/** True if an alert of this severity reports that the problem is over. The server then closes the alert. */
export function closesAlert(severity: Severity): boolean {
  return CLOSING_SEVERITIES.has(severity)
}

/** Compares severities for sorting, worst first. */
export function compareSeverities(left: Severity, right: Severity): number {
  return SEVERITIES.indexOf(left) - SEVERITIES.indexOf(right)
}

export function isSeverity(value: unknown): value is Severity {
  return SEVERITIES.some((severity) => severity === value)
}

/** The message for a value that is not in a closed list. */
export function notOneOfMessage(value: unknown, choices: readonly string[]): string {
  return `(${truncateForMessage(value)}) is not one of ${choices.join(', ')}`
}
