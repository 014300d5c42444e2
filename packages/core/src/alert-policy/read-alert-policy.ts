import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { newPolicy, POLICY_BODY, type PolicyPatch, readPolicyFields, type SentPolicy } from '../policy/read-policy.js'
import type { AlertAction, AlertPolicy } from './alert-policy.js'
import { readActions } from './read-actions.js'

/** Changes of an alert policy. Fields that are left out stay unchanged. */
export interface AlertPolicyPatch extends PolicyPatch {
  /** Default for a new policy: 100. */
  readonly order?: number | null | undefined
  /**
   * The id of an existing webhook; `null` = the policy applies to alerts of every origin. Default for a new policy:
   * `null`.
   */
  readonly webhookId?: string | null | undefined
  readonly actions?: readonly AlertAction[] | null | undefined
}

/** A new alert policy (rules.md#alert-policies). */
export interface AlertPolicyInput extends AlertPolicyPatch {
  readonly name: string
  readonly description: string
  readonly actions: readonly AlertAction[]
}

/** The fields of an alert policy that a caller sets; the server sets the other fields. */
export type SentAlertPolicy = Omit<SentPolicy<AlertPolicy>, 'updateTime'>

/**
 * Reads a new alert policy (rules.md#alert-policies). By default it is active, has order 100, and applies to alerts of
 * every origin.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewAlertPolicy(body: unknown): SentAlertPolicy {
  const reader = new BodyReader(body)
  if (reader.value('actions') === undefined) throw reader.fault('actions', 'is required')
  const order = LIMITS.alertPolicyOrder.default
  return readAlertPolicy({ ...newPolicy(body), order, webhookId: null, actions: [] }, body)
}

/**
 * Applies the sent fields to an alert policy; other fields do not change (rules.md#alert-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readAlertPolicy<Known extends SentAlertPolicy>(known: Known, body: unknown): Known {
  const reader = new BodyReader(body)
  // `updateTime` is ignored like `createTime`, so that a client can send back a policy that it has read.
  reader.refuseOthers([...POLICY_BODY, 'updateTime', 'order', 'webhookId', 'actions'])
  const isRebound = reader.sent('webhookId') !== undefined
  const actions = reader.list('actions')
  return {
    ...readPolicyFields(known, reader),
    order: readOrder(reader) ?? known.order,
    webhookId: isRebound ? (reader.reference('webhookId') ?? null) : known.webhookId,
    actions: actions === undefined ? known.actions : readActions(actions),
  }
}

function readOrder(reader: BodyReader): number | undefined {
  const order = reader.number('order')
  const { max } = LIMITS.alertPolicyOrder
  if (order === undefined || (Number.isInteger(order) && Math.abs(order) <= max)) return order
  throw reader.fault('order', `must be a whole number from ${-max} to ${max}`)
}
