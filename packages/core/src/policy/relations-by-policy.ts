import type { Alert } from '../alert/alert.js'
import type { CompiledPolicies } from './compiled-policies.js'
import type { RelationPolicy } from './policy.js'

/**
 * The relations that policies create for a received alert (rules.md#relation-policies). A policy whose parent is the
 * alert's own resource creates no relation.
 */
export function relationsByPolicy(alert: Alert, policies: CompiledPolicies<RelationPolicy>) {
  const { environment, resource } = alert
  return [...policies.matching(alert)]
    .filter(({ parent }) => parent !== resource)
    .map(({ id, parent }) => ({ environment, resource, parent, source: 'policy' as const, sourceRef: id }))
}
