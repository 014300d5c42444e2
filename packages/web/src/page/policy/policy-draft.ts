import { ALERT_POLICY } from '@opsgraph/core/pure'
import type { SentAlertPolicy } from '../../api/alert-policies.js'
import { type Fault, runCheck } from '../../api/faults.js'
import type { Policy, PolicyKind, RelationPolicy, SentPolicies, WeightPolicy } from '../../api/policies.js'
import { findFaultyRow, toAction, toActionDrafts } from './action-draft.js'
import type { ActionDraft } from './action-kinds.js'
import { readSentFilter, type SentFilter } from './sent-filter.js'
import { readNumber } from './value-text.js'

/**
 * A policy in the form. It has the fields of all kinds of policies. Each number is a text, as the user has typed it.
 */
export interface PolicyDraft
  extends Readonly<Pick<Policy, 'name' | 'description' | 'status'>>,
    Readonly<Pick<WeightPolicy, 'topologyId'> & Pick<RelationPolicy, 'parent'>> {
  readonly order: string
  /** The webhook whose alerts the policy applies to; `''` = alerts of every origin. */
  readonly webhookId: string
  readonly weight: string
  readonly filters: SentFilter
  readonly actions: readonly ActionDraft[]
}

const NEW_POLICY: PolicyDraft = {
  ...{ name: '', description: '', status: 'active', filters: {} },
  ...{ order: '100', webhookId: '', actions: [] },
  ...{ weight: '0', topologyId: null, parent: '' },
}

export function toDraft(policy: Policy | undefined): PolicyDraft {
  if (policy === undefined) return NEW_POLICY
  const { name, description, status, filters } = policy
  const draft = { ...NEW_POLICY, name, description, status, filters: filters as SentFilter }
  if ('parent' in policy) return { ...draft, parent: policy.parent }
  if ('weight' in policy) return { ...draft, weight: String(policy.weight), topologyId: policy.topologyId }
  const { order, webhookId, actions } = policy
  return { ...draft, order: String(order), webhookId: webhookId ?? '', actions: toActionDrafts(actions) }
}

/** Returns the body of the request. It may have faults, because the form does not validate it. */
export function buildBody<Kind extends PolicyKind>(kind: Kind, draft: PolicyDraft): SentPolicies[Kind] {
  const { name, description, status, filters, order, webhookId, actions, weight, topologyId, parent } = draft
  const own = {
    alert: () => ({
      ...{ order: readNumber(order), webhookId: webhookId === '' ? null : webhookId },
      actions: actions.map(toAction),
    }),
    weight: () => ({ weight: readNumber(weight), topologyId }),
    relation: () => ({ parent }),
  }
  return { name, description, status, filters, ...own[kind]() } as SentPolicies[Kind]
}

/** Returns the policy with a placeholder as its name if it has none, so that it can be previewed without a name. */
export function ensureName(policy: SentAlertPolicy): SentAlertPolicy {
  return { ...policy, name: policy.name.trim() === '' ? 'this policy' : policy.name }
}

/**
 * Finds the faults of an alert policy, with the same code as the server. A missing name is no fault before the policy
 * is saved, and neither are missing actions before the first one is added.
 */
export function findDraftFaults(draft: PolicyDraft): readonly Fault[] {
  const unsendable = findFaultyRow(draft.actions)
  if (unsendable !== undefined) return [unsendable]
  return runCheck(() => ALERT_POLICY.readNew(ensureName(buildBody('alert', draft)))).faults.filter(
    ({ path }) => path !== 'actions' || draft.actions.length > 0,
  )
}

/** Whether a policy drops every alert that it gets: it has no clause, and the action `drop`. */
export function dropsEveryAlert({ filters, actions }: PolicyDraft): boolean {
  return actions.some(({ kind }) => kind === 'drop') && readSentFilter(filters, 'filters').matchesEverything
}
