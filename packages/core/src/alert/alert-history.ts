import { LIMITS } from '../limits.js'
import type { Alert, AlertHistoryEntry } from './alert.js'

/** What a received alert takes from outside: time, ids, and who sent it. */
export interface Arrival {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  readonly newId: () => string
  /** The user of the sender's key. */
  readonly actor: string
}

/** The alert with one more entry in its history, changed now. */
export function withHistory(alert: Alert, type: AlertHistoryEntry['type'], arrival: Arrival, text: string): Alert {
  const history = [...alert.history, historyEntry(alert, type, arrival, text)].slice(-LIMITS.alertHistory)
  return { ...alert, updateTime: arrival.now, history }
}

export function historyEntry(
  { severity, status }: Pick<Alert, 'severity' | 'status'>,
  type: AlertHistoryEntry['type'],
  { newId, actor, now }: Arrival,
  text: string,
): AlertHistoryEntry {
  return { id: newId(), type, actor, text: remembered(text), severity, status, updateTime: now }
}

/** The alert itself keeps all of its text. */
function remembered(text: string): string {
  const { alertHistoryText: length } = LIMITS
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}
