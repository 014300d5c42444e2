import { ALERT_POLICY, OpsgraphError } from '@opsgraph/core/pure'
import type { AlertPolicy, SentAlertPolicy } from '../../api/alert-policies.js'
import type { Fault } from '../../api/faults.js'
import { type ActionDraft, actionOf, draftsOf, faultyRow } from './action-draft.js'
import { readSent, type SentFilter } from './sent-filter.js'
import { sentNumber } from './value-text.js'

/** An alert policy in the form. */
export interface AlertPolicyDraft {
  readonly name: string
  readonly description: string
  readonly order: string
  /** The webhook whose alerts the policy applies to; `''` = alerts of every origin. */
  readonly webhookId: string
  readonly isActive: boolean
  readonly filters: SentFilter
  readonly actions: readonly ActionDraft[]
}

const ORDER = '100'

export function draftOf(policy: AlertPolicy | undefined): AlertPolicyDraft {
  if (policy === undefined)
    return { name: '', description: '', order: ORDER, webhookId: '', isActive: true, filters: {}, actions: [] }
  const { name, description, order, webhookId, status, filters, actions } = policy
  return {
    ...{ name, description, order: String(order), webhookId: webhookId ?? '', isActive: status === 'active' },
    filters: filters as SentFilter,
    actions: draftsOf(actions),
  }
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
export function bodyOf(draft: AlertPolicyDraft): SentAlertPolicy {
  const { name, description, order, webhookId, isActive, filters, actions } = draft
  return {
    ...{ name, description, order: sentNumber(order), webhookId: webhookId === '' ? null : webhookId },
    status: isActive ? 'active' : 'inactive',
    filters: filters as NonNullable<SentAlertPolicy['filters']>,
    actions: actions.map(actionOf),
  }
}

/** Returns the policy with a name, so that it can be tried before the user has given it one. */
export function named(policy: SentAlertPolicy): SentAlertPolicy {
  return { ...policy, name: policy.name.trim() === '' ? 'this policy' : policy.name }
}

/**
 * Finds the first fault of a policy, with the same code as the server. A missing name is no fault before the policy is
 * saved.
 */
export function faultOf(draft: AlertPolicyDraft): Fault | undefined {
  const unsendable = faultyRow(draft.actions)
  if (unsendable !== undefined) return unsendable
  try {
    ALERT_POLICY.readNew(named(bodyOf(draft)))
    return undefined
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return { path: error.message.split(' ', 1)[0] ?? '', message: error.message }
  }
}

/** Whether a policy drops every alert that it gets: it has no clause, and the action `drop`. */
export function dropsEveryAlert({ filters, actions }: AlertPolicyDraft): boolean {
  const read = readSent(filters, 'filters')
  return 'test' in read && read.matchesEverything && actions.some(({ kind }) => kind === 'drop')
}
