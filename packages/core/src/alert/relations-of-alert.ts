import type { AlertDraft } from './alert.js'

/**
 * The relations that an alert states in `resourceParent` and `resourceChildren` (rules.md#relations-of-an-alert).
 * Ignores a resource that is named as its own parent or child.
 */
export function relationsOfAlert({ environment, resource, resourceParent, resourceChildren, origin }: AlertDraft) {
  const pairs = resourceChildren.map((child) => ({ resource: child, parent: resource }))
  if (resourceParent !== null) pairs.push({ resource, parent: resourceParent })
  return pairs
    .filter((pair) => pair.resource !== pair.parent)
    .map((pair) => ({ ...pair, environment, source: 'event' as const, sourceRef: origin }))
}
