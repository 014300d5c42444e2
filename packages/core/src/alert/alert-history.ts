import { LIMITS } from '../limits.js'
import type { Alert, AlertHistoryEntry } from './alert.js'

/** What every change of an alert needs: the current time, who makes the change, and a function that creates ids. */
export interface ChangeContext {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  readonly newId: () => string
  /** The actor of the new history entries (rules.md#alert-history-2). */
  readonly actor: string
}

/** What the reception of an alert needs: the fields of every change, and the sender. */
export interface ReceptionContext extends ChangeContext {
  /** `webhook:<id>`, or `origin:<origin>` for `POST /api/alert`. */
  readonly source: string
}

/** Adds an entry to the history of an alert, and sets the `updateTime` of the alert to now. */
export function withHistory(
  alert: Alert,
  type: AlertHistoryEntry['type'],
  context: ChangeContext,
  text: string,
): Alert {
  const history = [...alert.history, historyEntry(alert, type, context, text)].slice(-LIMITS.alertHistory)
  return { ...alert, updateTime: context.now, history }
}

export function historyEntry(
  { severity, status, assignee }: Pick<Alert, 'severity' | 'status' | 'assignee'>,
  type: AlertHistoryEntry['type'],
  { newId, actor, now }: ChangeContext,
  text: string,
): AlertHistoryEntry {
  const entry = { id: newId(), type, actor, text: truncateForHistory(text), severity, status, updateTime: now }
  return assignee === null ? entry : { ...entry, assignee }
}

/** Truncates a long text for a history entry. The alert itself has the whole text. */
function truncateForHistory(text: string): string {
  const { alertHistoryText: length } = LIMITS
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}
