import type { AlertPolicy, SentAlertPolicy } from '../alert-policy/alert-policy.js'
import { compareCreation } from '../compare-creation.js'
import { groupBy } from '../group-by.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { laterTimestamp } from '../timestamp.js'
import type { WebhookPolicy } from './read-webhook.js'

/** What must be written so that a webhook has exactly the wanted policies. */
export interface WebhookPolicyPlan {
  /** The policies to create, in the order of the body. */
  readonly created: readonly SentAlertPolicy[]
  readonly updated: readonly { readonly before: AlertPolicy; readonly after: AlertPolicy }[]
  readonly deleted: readonly AlertPolicy[]
  readonly unchanged: readonly AlertPolicy[]
}

/**
 * Compares the wanted policies with the stored policies of a webhook (rules.md#policies-of-a-webhook-3). A wanted
 * policy replaces the stored policy that has its id. If there is none, it replaces the oldest stored policy that has
 * its name and that no other wanted policy replaces. If there is none either, the wanted policy is created. All other
 * stored policies are deleted.
 *
 * @param now ISO 8601 in UTC with milliseconds
 */
export function planWebhookPolicies(
  wanted: readonly WebhookPolicy[],
  stored: readonly AlertPolicy[],
  now: string,
): WebhookPolicyPlan {
  const matches = matchPolicies(wanted, stored)
  const matched = new Set(matches.values())
  const pairs = [...matches].map(([{ policy }, before]) => ({ before, after: { ...before, ...policy } }))
  const isChanged = ({ before, after }: (typeof pairs)[number]) =>
    !isSameJson(before as unknown as JsonValue, after as unknown as JsonValue)
  return {
    created: wanted.filter((item) => !matches.has(item)).map(({ policy }) => policy),
    updated: pairs.filter(isChanged).map(({ before, after }) => ({
      before,
      after: { ...after, updateTime: laterTimestamp(before.updateTime, now) },
    })),
    deleted: stored.filter((policy) => !matched.has(policy)),
    unchanged: pairs.filter((pair) => !isChanged(pair)).map(({ before }) => before),
  }
}

function matchPolicies(
  wanted: readonly WebhookPolicy[],
  stored: readonly AlertPolicy[],
): ReadonlyMap<WebhookPolicy, AlertPolicy> {
  const matches = new Map<WebhookPolicy, AlertPolicy>()
  const byId = new Map(stored.map((policy) => [policy.id, policy]))
  for (const item of wanted) {
    const policy = item.id === undefined ? undefined : byId.get(item.id)
    if (policy === undefined) continue
    matches.set(item, policy)
    byId.delete(policy.id)
  }
  const newestFirst = [...byId.values()].sort((one, other) => compareCreation(other, one))
  const byName = groupBy(newestFirst, ({ name }) => name)
  for (const item of wanted) {
    if (matches.has(item)) continue
    const policy = byName.get(item.policy.name)?.pop()
    if (policy !== undefined) matches.set(item, policy)
  }
  return matches
}
