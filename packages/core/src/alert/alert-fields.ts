import type { JsonObject, JsonValue } from '../json-value.js'
import type { AlertStatus } from './alert-status.js'
import type { Severity } from './severity.js'

/** The type of an alert field's value, for each kind of field. */
export interface AlertFieldKinds {
  /** A trimmed name that must be sent. */
  readonly requiredName: string
  /** A trimmed name. */
  readonly name: string
  /** A text that follows the rules of a name (`nameFault`), but is not trimmed. */
  readonly reference: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly text: string
  /** A text. A number is converted to a text. */
  readonly value: string
  /** A list of texts. Numbers and booleans in the list are converted to texts. */
  readonly texts: readonly string[]
  /** A list of trimmed names without duplicates. Numbers and booleans are converted to texts. */
  readonly names: readonly string[]
  readonly object: JsonObject
  readonly json: JsonValue
  /** A whole number of seconds from 0 to 2^53 - 1. */
  readonly seconds: number
  /** ISO 8601 in UTC with milliseconds. */
  readonly time: string
}
export type AlertFieldKind = keyof AlertFieldKinds

interface AlertField {
  readonly kind: AlertFieldKind
  /**
   * The value if the field is not sent. A field without a default must be sent if it is a `requiredName`. Any other
   * field without a default is an empty list or an empty object if it is not sent.
   */
  readonly default?: string | number | null | undefined
  /** Whether an alert that is received again can replace the stored value (rules.md#repeated-alerts). */
  readonly isRenewed?: true
}

/**
 * Every field of an alert that a sender may fill in (rules.md#receiving-an-alert), in the order in which the mapping of
 * a webhook lists them. `POST /api/alert`, the mappings of webhooks, the answers of the API and the console all read
 * this table.
 */
export const ALERT_FIELDS = {
  resource: { kind: 'requiredName' },
  event: { kind: 'requiredName' },
  environment: { kind: 'requiredName' },
  severity: { kind: 'severity', default: 'normal' },
  /** `undefined` = not sent; the severity then decides whether the alert is open or closed. */
  status: { kind: 'status', default: undefined },
  correlate: { kind: 'texts' },
  service: { kind: 'names', isRenewed: true },
  group: { kind: 'text', default: 'Misc' },
  value: { kind: 'value', default: '', isRenewed: true },
  text: { kind: 'text', default: '', isRenewed: true },
  tags: { kind: 'texts' },
  attributes: { kind: 'object' },
  origin: { kind: 'reference', default: null },
  type: { kind: 'text', default: 'exceptionAlert' },
  /**
   * An active alert expires if it is not received again for this number of seconds; 0 = never. The default is one day.
   */
  timeout: { kind: 'seconds', default: 86_400, isRenewed: true },
  rawData: { kind: 'json', default: null },
  customer: { kind: 'text', default: null },
  resourceParent: { kind: 'name', default: null, isRenewed: true },
  resourceChildren: { kind: 'names', isRenewed: true },
  /**
   * The time at which the sender says that the problem occurred; `undefined` = the time at which the alert was
   * received.
   */
  createTime: { kind: 'time', default: undefined },
  /**
   * The sender's own id of what fires. Several fingerprints may be open on one alert, which closes with the last
   * (rules.md#fingerprints).
   */
  fingerprint: { kind: 'reference', default: null, isRenewed: true },
  /** When the sender says that the change happened: a late arrival changes nothing. `null` = not said. */
  eventTime: { kind: 'time', default: null, isRenewed: true },
  /** When the problem ends, or ended, unless the alert is sent again; `null` = not said. */
  endTime: { kind: 'time', default: null, isRenewed: true },
} as const satisfies Readonly<Record<string, AlertField>>

export type AlertFieldName = keyof typeof ALERT_FIELDS
export const ALERT_FIELD_NAMES = Object.keys(ALERT_FIELDS) as readonly AlertFieldName[]

export type RenewedField = {
  [Name in AlertFieldName]: (typeof ALERT_FIELDS)[Name] extends { readonly isRenewed: true } ? Name : never
}[AlertFieldName]
export const RENEWED_FIELDS = ALERT_FIELD_NAMES.filter(
  (name): name is RenewedField => 'isRenewed' in ALERT_FIELDS[name],
)

/** The value of each field after reading. */
export type AlertFieldValues = {
  readonly [Name in keyof typeof ALERT_FIELDS]:
    | AlertFieldKinds[(typeof ALERT_FIELDS)[Name]['kind']]
    | ((typeof ALERT_FIELDS)[Name] extends { readonly default: infer Default }
        ? Extract<Default, null | undefined>
        : never)
}
