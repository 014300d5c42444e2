import type { AlertDraft } from './alert.js'

/** The relations that an alert states by `resourceParent` and `resourceChildren` (api.md, Relation, rule 2; decisions.md 4). */
export function relationsOfAlert({ environment, resource, resourceParent, resourceChildren, origin }: AlertDraft) {
  const pairs = resourceChildren.map((child) => ({ resource: child, parent: resource }))
  if (resourceParent !== null) pairs.push({ resource, parent: resourceParent })
  return pairs
    .filter((pair) => pair.resource !== pair.parent)
    .map((pair) => ({ ...pair, environment, source: 'event' as const, sourceRef: origin }))
}
