import type { JsonObject, JsonValue } from '../json-value.js'
import type { AlertStatus } from './alert-status.js'
import type { Severity } from './severity.js'

/** What makes an alert the same one: there is one stored alert per key (rules.md#repeated-alerts-1). */
export interface AlertKey {
  readonly environment: string
  readonly resource: string
  readonly event: string
}

/** An alert as a sender posts it, completed with the defaults. */
export interface AlertDraft extends AlertKey {
  readonly severity: Severity
  /** `undefined` = the sender leaves it to the severity. */
  readonly status: AlertStatus | undefined
  readonly correlate: readonly string[]
  readonly service: readonly string[]
  readonly group: string
  readonly value: string
  readonly text: string
  readonly tags: readonly string[]
  readonly attributes: JsonObject
  readonly origin: string | null
  readonly type: string
  /** Seconds. */
  readonly timeout: number
  readonly rawData: JsonValue
  readonly customer: string | null
  readonly resourceParent: string | null
  readonly resourceChildren: readonly string[]
  /** When the sender saw it; `undefined` = when it was received. */
  readonly createTime: string | undefined
}

/** A stored alert. Times are ISO 8601 in UTC with milliseconds. */
export interface Alert extends Omit<AlertDraft, 'status' | 'createTime'> {
  readonly id: string
  readonly status: AlertStatus
  /** How often the same severity arrived again. */
  readonly duplicateCount: number
  /** Whether the last arrival was a duplicate. */
  readonly repeat: boolean
  readonly previousSeverity: Severity | null
  readonly createTime: string
  readonly receiveTime: string
  readonly lastReceiveTime: string
  /** When severity, status or value last changed. */
  readonly updateTime: string
  /** Newest last. */
  readonly history: readonly AlertHistoryEntry[]
}

export interface AlertHistoryEntry {
  readonly id: string
  readonly type: 'new' | 'severity' | 'status' | 'value' | 'policy'
  /** The user of the key, or the id of the policy. */
  readonly actor: string
  readonly text: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly updateTime: string
}

/** A text that two alerts share exactly when they have the same key. */
export function alertKey({ environment, resource, event }: AlertKey): string {
  return `${environment}\u0000${resource}\u0000${event}`
}
