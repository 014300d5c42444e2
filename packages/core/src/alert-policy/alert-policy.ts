import type { JsonValue } from '../json-value.js'
import type { Policy } from '../policy/policy.js'

/** The fields of attributes begin with this. */
export const ATTRIBUTE = 'attributes.'

/**
 * The fields that an action can read and set. `attributes.<name>` is the attribute with this name, even if the name
 * contains dots.
 */
export const POLICY_FIELDS = [
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
  'timeout',
] as const
export type PolicyField = (typeof POLICY_FIELDS)[number] | `attributes.${string}`

/** Changes arriving alerts before they are checked and stored (rules.md#alert-policies). */
export interface AlertPolicy extends Policy {
  /** Policies run in ascending order. Ties: createTime. */
  readonly order: number
  /** The policy applies only to the deliveries of this webhook; `null` = to alerts of every origin. */
  readonly webhookId: string | null
  /** 1 to 50 actions. They run in this order. */
  readonly actions: readonly AlertAction[]
  /** ISO 8601 in UTC with milliseconds. */
  readonly updateTime: string
}

/** One step of an alert policy. The key says which kind it is. */
export type AlertAction = Translate | Copy | Extract | SetField | AddTo | Lowercase | Drop

/**
 * Replaces a value by another one: first by `values`, which are compared as trimmed texts without case, then by
 * `ranges`. Without a match, the value becomes `otherwise`, or stays if there is no `otherwise`.
 */
export interface Translate {
  readonly translate: PolicyField
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

/** Copies the first source that is not empty. `when` is `empty` unless given: only an empty field is filled. */
export interface Copy {
  readonly copy: PolicyField
  readonly from: readonly PolicyField[]
  readonly when?: 'empty' | 'always'
}

/** Sets a field to the part of another one that the only group of an RE2 pattern matches. */
export interface Extract {
  readonly extract: PolicyField
  readonly from: PolicyField
  readonly pattern: string
}

export interface SetField {
  readonly set: PolicyField
  readonly value: JsonValue
}

export interface AddTo {
  readonly add: 'tags' | 'service'
  readonly value: readonly string[]
}

export interface Lowercase {
  readonly lowercase: PolicyField
}

/** The alert is not stored. No further action or policy runs. */
export interface Drop {
  readonly drop: true
}
