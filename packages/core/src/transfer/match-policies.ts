import { groupBy } from '../group-by.js'
import { type JsonValue, sortedJson } from '../json-value.js'
import { compareCreation, type WeightPolicy } from '../policy/policy.js'
import type { DocumentPolicy, PolicyContent } from './topology-document.js'

/** A policy as a document asks for it, and the topology that it is to be tied to; `null` = it is to be global. */
export interface PolicyWish {
  readonly policy: DocumentPolicy
  readonly topologyId: string | null
}

/** Which of several policies with the right name is meant: what they have in common with the wish, best first. */
const PREFERENCES: readonly {
  readonly ofStored: (policy: WeightPolicy) => string | null
  readonly ofWish: (wish: PolicyWish) => string | null | undefined
}[] = [
  { ofStored: ({ id }) => id, ofWish: ({ policy }) => policy.id },
  {
    ofStored: (policy) => `${policy.topologyId}\u0000${contentOf(policy)}`,
    ofWish: ({ policy, topologyId }) => `${topologyId}\u0000${contentOf(policy)}`,
  },
  { ofStored: ({ topologyId }) => topologyId, ofWish: ({ topologyId }) => topologyId },
  { ofStored: ({ topologyId }) => topologyId, ofWish: () => null },
  { ofStored: () => null, ofWish: () => null },
]

/**
 * The stored policy that each wish means: one with its name (api.md, Application rules, 6). Names are not unique. Where
 * several policies have one, it is that with the same id, else one of the same topology, first of all one that is alike,
 * else a global one, else any; the oldest of them. No policy is meant twice, and the same wishes again mean the same.
 */
export function matchPolicies(
  wishes: readonly PolicyWish[],
  stored: readonly WeightPolicy[],
): ReadonlyMap<PolicyWish, WeightPolicy> {
  const matches = new Map<PolicyWish, WeightPolicy>()
  const claimed = new Set<WeightPolicy>()
  const newestFirst = [...stored].sort((left, right) => -compareCreation(left, right))
  for (const { ofStored, ofWish } of PREFERENCES) {
    const free = groupBy(
      newestFirst.filter((policy) => !claimed.has(policy)),
      (policy) => keyOf(policy.name, ofStored(policy)),
    )
    for (const wish of wishes) {
      const wanted = ofWish(wish)
      if (wanted === undefined || matches.has(wish)) continue
      const match = free.get(keyOf(wish.policy.name, wanted))?.pop()
      if (match === undefined) continue
      matches.set(wish, match)
      claimed.add(match)
    }
  }
  return matches
}

/** A text that two policies share exactly when they do the same, under the same name and description. */
export function contentOf({ name, description, filters, weight, status }: PolicyContent): string {
  return JSON.stringify([name, description, weight, status, sortedJson(filters as unknown as JsonValue)])
}

function keyOf(name: string, detail: string | null): string {
  return detail === null ? name : `${name}\u0000${detail}`
}
