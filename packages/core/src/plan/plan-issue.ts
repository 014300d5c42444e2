import type { Issue } from '../issue.js'
import { type ErrorKind, OpsgraphError } from '../opsgraph-error.js'

/** The reasons why a plan is not made, applied or undone (rules.md#plans). */
export const PLAN_CODES = ['planOutdated', 'planNotApplied', 'planEdited', 'planTooLarge'] as const
export type PlanIssue = Issue<(typeof PLAN_CODES)[number]>

export function planRefusalError(
  kind: Extract<ErrorKind, 'invalid' | 'conflict'>,
  { code, path, message }: PlanIssue,
): OpsgraphError {
  return new OpsgraphError(kind, message, [{ code, path, message }])
}

/** The error for a plan that would be different now, because the stored data has changed. */
export function planOutdatedError(path: string, message: string): OpsgraphError {
  return planRefusalError('conflict', { code: 'planOutdated', path, message })
}
