import { ALERT_POLICY } from '@opsgraph/core/pure'
import { type Fault, runCheck } from '../../api/faults.js'
import { buildBody, createDraft, type FormNoun } from '../../api/noun-draft.js'
import * as nouns from '../../api/nouns.js'
import type { Policy, PolicyKind, SentAlertPolicy, SentPolicies } from '../../api/policies.js'
import { findFaultyRow, toAction, toActionDrafts } from './action-draft.js'
import { readSentFilter } from './sent-filter.js'

const NOUNS = { alert: nouns.ALERT_POLICY, weight: nouns.WEIGHT_POLICY, relation: nouns.RELATION_POLICY } as const

/** A policy in the form. It has the fields of all kinds of policies. */
type PolicyDraft = ReturnType<typeof createPolicyDraft>

/** @param policy `undefined` if the form creates a new policy */
export function createPolicyDraft(policy: Policy | undefined) {
  return {
    ...createDraft(NOUNS.weight, policy),
    ...createDraft(NOUNS.relation, policy),
    ...createDraft(NOUNS.alert, policy),
    actions: toActionDrafts(policy !== undefined && 'actions' in policy ? policy.actions : []),
  }
}

/** Returns the request that saves a policy of this kind. It may have faults: the server reports them. */
export function buildPolicy<Kind extends PolicyKind>(kind: Kind, draft: PolicyDraft): SentPolicies[Kind] {
  return buildBody(NOUNS[kind] as FormNoun, { ...draft, actions: draft.actions.map(toAction) }) as SentPolicies[Kind]
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
  return runCheck(() => ALERT_POLICY.readNew(ensureName(buildPolicy('alert', draft)))).faults.filter(
    ({ path }) => path !== 'actions' || draft.actions.length > 0,
  )
}

/** Whether a policy drops every alert that it gets: it has no clause, and the action `drop`. */
export function dropsEveryAlert({ filters, actions }: PolicyDraft): boolean {
  return actions.some(({ kind }) => kind === 'drop') && readSentFilter(filters, 'filters').matchesEverything
}
