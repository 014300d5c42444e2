import { compareCreation } from '../compare-creation.js'
import { matchesEverything } from '../filter/filter.js'
import type { JsonValue } from '../json-value.js'
import type { Policy } from '../policy/policy.js'

/** The prefix of a field that is an attribute, as in `attributes.region`. */
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
  'resourceChildren',
  'correlate',
  'timeout',
  'fingerprint',
  'eventTime',
  'endTime',
  'createTime',
] as const
export type PolicyField = (typeof POLICY_FIELDS)[number] | `attributes.${string}`

/** Changes arriving alerts before they are checked and stored (rules.md#alert-policies). */
export interface AlertPolicy extends Policy {
  /** Policies run in ascending order of this number. Policies with the same number run in the order of createTime. */
  readonly order: number
  /** The policy applies only to the alerts that this webhook receives; `null` = the policy applies to all alerts. */
  readonly webhookId: string | null
  /** 1 to 50 actions. The actions run in the order of the list. */
  readonly actions: readonly AlertAction[]
  /** ISO 8601 in UTC with milliseconds. */
  readonly updateTime: string
}

/** One step of an alert policy. Each kind of action has its own key, for example `translate` or `drop`. */
export type AlertAction = Translate | Copy | Join | Extract | SetField | AddTo | Lowercase | Drop

/**
 * Replaces a value by another value. The action first looks for the value among the keys of `values`; it compares
 * trimmed texts and ignores case. If no key is equal, the action looks for a range in `ranges` that contains the value.
 * If there is no such range, the value becomes `otherwise`; if there is no `otherwise`, the value does not change.
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

/**
 * Copies a value into the field `copy`: the value of the first field in `from` that is not empty. If `when` is `empty`
 * (the default), the action copies only if the field `copy` is empty.
 */
export interface Copy {
  readonly copy: PolicyField
  readonly from: readonly PolicyField[]
  readonly when?: 'empty' | 'always'
}

/** Sets a field to the texts of the fields in `from` that are not empty, with the text `with` between them. */
export interface Join {
  readonly join: PolicyField
  readonly from: readonly PolicyField[]
  readonly with: string
}

/**
 * Sets a field to a part of the field `from`: the part that the only group of the RE2 pattern captures. If a list is
 * extracted from itself, each of its elements is shortened to such a part.
 */
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

/** Drops the alert: the server does not store the alert, and runs no further action or policy. */
export interface Drop {
  readonly drop: true
}

type Ordered = Pick<AlertPolicy, 'order' | 'createTime' | 'id'>

/** Compares by `order`, then createTime, then id: the order in which alert policies run (rules.md#alert-policies). */
export function compareAlertPolicies(left: Ordered, right: Ordered): number {
  return left.order - right.order || compareCreation(left, right)
}

/** What the author of a policy may not have meant: the policy is active and drops every alert (rules.md#alert-policies-10). */
export function policyWarnings({ status, filters, actions, webhookId }: AlertPolicy): readonly string[] {
  const drops = actions.some((action) => 'drop' in action)
  if (status !== 'active' || !drops || !matchesEverything(filters)) return []
  const dropped = webhookId === null ? 'every alert of this installation' : `every alert of the webhook ${webhookId}`
  return [`the filters have no clause, so the policy drops ${dropped}`]
}
