import type { AlertPolicy, SentAlertPolicy } from '../alert-policy/alert-policy.js'
import { compareCreation } from '../compare-creation.js'
import { groupBy } from '../group-by.js'
import { isSameJson, type JsonValue } from '../json-value.js'
import { timestampAfter } from '../timestamp.js'
import type { WebhookPolicy } from './read-webhook.js'

/** What must be written so that a webhook has exactly the wanted policies. */
export interface WebhookPolicyPlan {
  /** In the order of the body. */
  readonly created: readonly SentAlertPolicy[]
  readonly updated: readonly { readonly before: AlertPolicy; readonly after: AlertPolicy }[]
  readonly deleted: readonly AlertPolicy[]
  readonly unchanged: readonly AlertPolicy[]
}

/**
 * Compares the wanted policies with the stored policies of a webhook (rules.md#policies-of-a-webhook-3). A wanted policy
 * corresponds to the stored policy with its id. If there is none, it corresponds to the oldest stored policy with its
 * name that corresponds to no other wanted policy. A stored policy that corresponds to no wanted policy is deleted.
 *
 * @param now ISO 8601 in UTC with milliseconds
 */
export function planWebhookPolicies(
  wanted: readonly WebhookPolicy[],
  stored: readonly AlertPolicy[],
  now: string,
): WebhookPolicyPlan {
  const matches = match(wanted, stored)
  const known = new Set(matches.values())
  const pairs = [...matches].map(([{ policy }, before]) => ({ before, after: { ...before, ...policy } }))
  const isChanged = ({ before, after }: (typeof pairs)[number]) =>
    !isSameJson(before as unknown as JsonValue, after as unknown as JsonValue)
  return {
    created: wanted.filter((wish) => !matches.has(wish)).map(({ policy }) => policy),
    updated: pairs.filter(isChanged).map(({ before, after }) => ({
      before,
      after: { ...after, updateTime: timestampAfter(before.updateTime, now) },
    })),
    deleted: stored.filter((policy) => !known.has(policy)),
    unchanged: pairs.filter((pair) => !isChanged(pair)).map(({ before }) => before),
  }
}

function match(
  wanted: readonly WebhookPolicy[],
  stored: readonly AlertPolicy[],
): ReadonlyMap<WebhookPolicy, AlertPolicy> {
  const matches = new Map<WebhookPolicy, AlertPolicy>()
  const byId = new Map(stored.map((policy) => [policy.id, policy]))
  for (const wish of wanted) {
    const policy = wish.id === undefined ? undefined : byId.get(wish.id)
    if (policy === undefined) continue
    matches.set(wish, policy)
    byId.delete(policy.id)
  }
  const newestFirst = [...byId.values()].sort((one, other) => compareCreation(other, one))
  const byName = groupBy(newestFirst, ({ name }) => name)
  for (const wish of wanted) {
    if (matches.has(wish)) continue
    const policy = byName.get(wish.policy.name)?.pop()
    if (policy !== undefined) matches.set(wish, policy)
  }
  return matches
}
