import { ALERT_POLICY } from '@opsgraph/core/pure'
import type { AlertPolicy, SentAlertPolicy } from '../../api/alert-policies.js'
import { checked, type Fault } from '../../api/faults.js'
import { type ActionDraft, actionOf, draftsOf, faultyRow } from './action-draft.js'
import { readSent, type SentFilter } from './sent-filter.js'
import { sentNumber } from './value-text.js'

/** An alert policy in the form. */
export interface AlertPolicyDraft extends Readonly<Pick<AlertPolicy, 'name' | 'description'>> {
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
 * Finds the faults of a policy, with the same code as the server. A missing name is no fault before the policy is
 * saved, and neither are missing actions before the first one is added.
 */
export function faultsOfDraft(draft: AlertPolicyDraft): readonly Fault[] {
  const unsendable = faultyRow(draft.actions)
  if (unsendable !== undefined) return [unsendable]
  return checked(() => ALERT_POLICY.readNew(named(bodyOf(draft)))).faults.filter(
    ({ path }) => path !== 'actions' || draft.actions.length > 0,
  )
}

/** Whether a policy drops every alert that it gets: it has no clause, and the action `drop`. */
export function dropsEveryAlert({ filters, actions }: AlertPolicyDraft): boolean {
  return actions.some(({ kind }) => kind === 'drop') && readSent(filters, 'filters').matchesEverything
}
