import type { JsonObject, JsonValue } from '../json-value.js'
import type { AlertStatus } from './alert-status.js'
import type { Severity } from './severity.js'

/** What a field of an alert holds, by its kind. */
export interface AlertFieldKinds {
  /** A trimmed name that must be sent. */
  readonly requiredName: string
  /** A trimmed name. */
  readonly name: string
  /** A text with the rules of a name, not trimmed. */
  readonly reference: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly text: string
  /** A text; a number is converted to one. */
  readonly value: string
  /** Numbers and booleans in the list are converted to texts. */
  readonly texts: readonly string[]
  /** As `texts`; trimmed names, each once. */
  readonly names: readonly string[]
  readonly object: JsonObject
  readonly json: JsonValue
  /** A whole number of seconds, 0 or more. */
  readonly seconds: number
  /** ISO 8601 in UTC with milliseconds. */
  readonly time: string
}
export type AlertFieldKind = keyof AlertFieldKinds

interface AlertField {
  readonly kind: AlertFieldKind
  /** What it holds if it is not sent; fields without a default are required or hold an empty list or object then. */
  readonly default?: string | number | null | undefined
}

/**
 * Every field of an alert that a sender may fill in (rules.md#receiving-an-alert), in the order in which webhooks show
 * them. `POST /api/alert`, the mappings of webhooks, the answers of the API and the console all read this table.
 */
export const ALERT_FIELDS = {
  resource: { kind: 'requiredName' },
  event: { kind: 'requiredName' },
  environment: { kind: 'requiredName' },
  severity: { kind: 'severity', default: 'normal' },
  /** `undefined` = not sent; the severity decides. */
  status: { kind: 'status', default: undefined },
  correlate: { kind: 'texts' },
  service: { kind: 'names' },
  group: { kind: 'text', default: 'Misc' },
  value: { kind: 'value', default: '' },
  text: { kind: 'text', default: '' },
  tags: { kind: 'texts' },
  attributes: { kind: 'object' },
  origin: { kind: 'reference', default: null },
  type: { kind: 'text', default: 'exceptionAlert' },
  /** Seconds. */
  timeout: { kind: 'seconds', default: 86_400 },
  rawData: { kind: 'json', default: null },
  customer: { kind: 'text', default: null },
  resourceParent: { kind: 'name', default: null },
  resourceChildren: { kind: 'names' },
  /** When the problem occurred, as the sender says; `undefined` = when the alert was received. */
  createTime: { kind: 'time', default: undefined },
} as const satisfies Readonly<Record<string, AlertField>>

export type AlertFieldName = keyof typeof ALERT_FIELDS
export const ALERT_FIELD_NAMES = Object.keys(ALERT_FIELDS) as readonly AlertFieldName[]

/** A value for each field, as it is read. */
export type AlertFieldValues = {
  readonly [Name in keyof typeof ALERT_FIELDS]:
    | AlertFieldKinds[(typeof ALERT_FIELDS)[Name]['kind']]
    | ((typeof ALERT_FIELDS)[Name] extends { readonly default: infer Default }
        ? Extract<Default, null | undefined>
        : never)
}
