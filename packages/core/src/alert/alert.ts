import type { AlertFieldValues } from './alert-fields.js'
import type { AlertStatus } from './alert-status.js'
import type { Fingerprints, OpenFingerprint } from './fingerprints.js'
import type { Severity } from './severity.js'

/** Identifies an alert: at most one alert is stored per key (rules.md#repeated-alerts-1). */
export interface AlertKey {
  readonly environment: string
  readonly resource: string
  readonly event: string
}

/** An alert as posted, with defaults filled in. */
export interface AlertDraft extends AlertKey, AlertFieldValues {}

/** A stored alert. Times are ISO 8601 in UTC with milliseconds. */
export interface Alert extends Omit<AlertDraft, 'status' | 'createTime'> {
  readonly id: string
  readonly status: AlertStatus
  /** How often the alert was received again since its severity last changed. */
  readonly duplicateCount: number
  /** True if the alert was a duplicate when it was last received. */
  readonly repeat: boolean
  readonly previousSeverity: Severity | null
  readonly createTime: string
  /**
   * When the alert was last reopened; its createTime if it was never reopened. An active alert has been active since
   * then.
   */
  readonly activeSince: string
  /** The time at which the alert expires if it is active and not received again until then; `null` = never. */
  readonly expireTime: string | null
  /** The time at which the alert becomes `open` again; `null` = its status does not end by itself. */
  readonly statusUntil: string | null
  readonly receiveTime: string
  readonly lastReceiveTime: string
  /**
   * The time of the newest history entry: when severity, status, value or weight last changed, or a note was added.
   */
  readonly updateTime: string
  /** The number of open fingerprints (rules.md#fingerprints). */
  readonly openCount: number
  /** The open fingerprints, the first opened first. Present in answers with a single alert, not in lists. */
  readonly fingerprints?: readonly Pick<OpenFingerprint, 'fingerprint' | 'severity' | 'since' | 'text'>[]
  /** All that is stored of the fingerprints. No answer contains it. Absent in lists of a store. */
  readonly firing?: Fingerprints
  /** Present only while a maintenance window sets the status of the alert to `blackout`. */
  readonly maintenance?: Hold
  /** Newest last. */
  readonly history: readonly AlertHistoryEntry[]
}

/** The maintenance window that sets the status of an alert to `blackout`. */
export interface Hold {
  readonly windowId: string
  /** The name of the window. */
  readonly name: string
  /** The status that the alert has without the window, and gets back afterwards. */
  readonly statusBefore: AlertStatus
}

export interface AlertHistoryEntry {
  readonly id: string
  readonly type: 'new' | 'severity' | 'status' | 'value' | 'policy' | 'note'
  /**
   * The user, the webhook (`webhook:<id>`) or the policy that caused the entry, or `system` (rules.md#alert-history-2).
   */
  readonly actor: string
  readonly text: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly updateTime: string
}

/** Converts the key to a text. Two keys are equal if and only if their texts are equal. */
export function alertKey({ environment, resource, event }: AlertKey): string {
  return `${environment}\u0000${resource}\u0000${event}`
}
