import type { JsonValue } from '../json-value.js'

/** The prefix of a field that is an attribute, as in `attributes.region`. */
export const ATTRIBUTE = 'attributes.'

/**
 * The fields that an action can read and set. `attributes.<name>` is the attribute with this name, even if the name
 * contains dots.
 */
export const ACTION_FIELDS = [
  'resource',
  'event',
  'environment',
  'severity',
  'status',
  'type',
  'text',
  'value',
  'group',
  'origin',
  'service',
  'tags',
  'resourceParent',
  'resourceChildren',
  'correlate',
  'timeout',
  'fingerprint',
  'eventTime',
  'endTime',
  'createTime',
] as const
export type ActionField = (typeof ACTION_FIELDS)[number] | `attributes.${string}`

/** One step of an alert policy. Each kind of action has its own key, for example `translate` or `drop`. */
export type AlertAction = Translate | Copy | Join | Extract | SetField | AddTo | Lowercase | Drop

/**
 * Replaces a value by another value. The action first looks for the value among the keys of `values`; it compares
 * trimmed texts and ignores case. If no key is equal, the action looks for a range in `ranges` that contains the value.
 * If there is no such range, the value becomes `otherwise`; if there is no `otherwise`, the value does not change.
 */
export interface Translate {
  readonly translate: ActionField
  readonly values?: Readonly<Record<string, JsonValue>>
  readonly ranges?: readonly NumberRange[]
  readonly otherwise?: JsonValue
}

/** A range of numbers and the value that replaces them. */
export interface NumberRange {
  /** Inclusive; missing = no lower bound. */
  readonly from?: number
  /** Exclusive; missing = no upper bound. */
  readonly below?: number
  readonly to: JsonValue
}

/**
 * Copies a value into the field `copy`: the value of the first field in `from` that is not empty. If `when` is `empty`
 * (the default), the action copies only if the field `copy` is empty.
 */
export interface Copy {
  readonly copy: ActionField
  readonly from: readonly ActionField[]
  readonly when?: 'empty' | 'always'
}

/** Sets a field to the texts of the fields in `from` that are not empty, with the text `with` between them. */
export interface Join {
  readonly join: ActionField
  readonly from: readonly ActionField[]
  readonly with: string
}

/**
 * Sets a field to a part of the field `from`: the part that the only group of the RE2 pattern captures. If a list is
 * extracted from itself, each of its elements is shortened to such a part.
 */
export interface Extract {
  readonly extract: ActionField
  readonly from: ActionField
  readonly pattern: string
}

export interface SetField {
  readonly set: ActionField
  readonly value: JsonValue
}

export interface AddTo {
  readonly add: 'tags' | 'service'
  readonly value: readonly string[]
}

export interface Lowercase {
  readonly lowercase: ActionField
}

/** Drops the alert: the server does not store the alert, and runs no further action or policy. */
export interface Drop {
  readonly drop: true
}
