import type { JsonObject, JsonValue } from '../json-value.js'
import type { AlertStatus } from './alert-status.js'
import type { Severity } from './severity.js'

/** For each kind of alert field, the type of its values. */
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
   * The value of the field if it is not sent. Absent for a `requiredName`, which must be sent, and for lists and
   * objects, which are then empty.
   */
  readonly default?: string | number | null | undefined
  /** True if the stored value is replaced when the alert is received again (rules.md#repeated-alerts). */
  readonly isRenewed?: true
  /** The description of the field in the OpenAPI document. */
  readonly description: string
}

/**
 * Every field of an alert that a sender may fill in (rules.md#receiving-an-alert), in the order in which the mapping of
 * a webhook lists them. `POST /api/alert`, the mappings of webhooks, the answers of the API and the console all read
 * this table.
 */
export const ALERT_FIELDS = {
  resource: { kind: 'requiredName', description: 'The resource that has a problem, such as a host' },
  event: { kind: 'requiredName', description: 'The kind of problem, such as `DiskFull`' },
  environment: { kind: 'requiredName', description: 'The environment of the resource, such as `Production`' },
  severity: {
    kind: 'severity',
    default: 'normal',
    description: 'How bad it is; `normal`, `ok` and `cleared` close the alert',
  },
  /**
   * The status that the sender gives; `undefined` = the sender gives none, and the severity decides whether the alert
   * is open or closed.
   */
  status: {
    kind: 'status',
    default: undefined,
    description: 'Whether somebody still has to act; derived from the severity unless the sender gives it',
  },
  correlate: { kind: 'texts', description: 'Events of the same resource that this alert replaces' },
  service: { kind: 'names', isRenewed: true, description: 'The services that the sender says are hurt' },
  group: { kind: 'text', default: 'Misc', description: 'A group of events, such as `Network`' },
  value: { kind: 'value', default: '', isRenewed: true, description: 'A measured value, such as `98 %`' },
  text: { kind: 'text', default: '', isRenewed: true, description: 'A description for people' },
  tags: { kind: 'texts', description: 'Texts to find the alert by' },
  attributes: { kind: 'object', description: 'Further values by name; `weight` sorts alerts' },
  origin: { kind: 'reference', default: null, description: 'The program that sent the alert' },
  type: { kind: 'text', default: 'exceptionAlert', description: 'The kind of alert, such as the name of the tool' },
  /** The default is one day, in seconds. */
  timeout: {
    kind: 'seconds',
    default: 86_400,
    isRenewed: true,
    description: 'Seconds after which the alert expires unless it is received again; 0 = never',
  },
  rawData: { kind: 'json', default: null, description: 'What the tool sent, as it was; any JSON' },
  customer: { kind: 'text', default: null, description: 'The customer whom the alert concerns' },
  resourceParent: {
    kind: 'name',
    default: null,
    isRenewed: true,
    description: 'A resource that is hurt when this one fails; stored as a relation',
  },
  resourceChildren: {
    kind: 'names',
    isRenewed: true,
    description: 'Resources that hurt this one when they fail; stored as relations',
  },
  /** When the problem was first reported; `undefined` = the time at which the alert was received. */
  createTime: {
    kind: 'time',
    default: undefined,
    description: 'When the problem was first reported; default: the time of reception',
  },
  /** One alert may have several open fingerprints (rules.md#fingerprints). */
  fingerprint: {
    kind: 'reference',
    default: null,
    isRenewed: true,
    description: 'Identifies one of several things that share the alert; it closes when the last one has closed',
  },
  eventTime: {
    kind: 'time',
    default: null,
    isRenewed: true,
    description: 'When the sender saw this state; an older state than the stored one is outdated',
  },
  endTime: {
    kind: 'time',
    default: null,
    isRenewed: true,
    description: 'When the problem ends by itself, if the sender knows',
  },
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
