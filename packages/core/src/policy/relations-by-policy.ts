import type { Alert } from '../alert/alert.js'
import type { CompiledPolicy } from './compiled-policies.js'
import type { RelationPolicy } from './policy.js'

/**
 * The relations that policies create for a received alert (rules.md#relation-policies). A policy whose parent is the
 * alert's own resource creates no relation.
 */
export function relationsByPolicy(alert: Alert, policies: readonly CompiledPolicy<RelationPolicy>[]) {
  const { environment, resource } = alert
  return policies
    .filter(({ policy, matches }) => policy.parent !== resource && matches(alert))
    .map(({ policy }) => ({
      environment,
      resource,
      parent: policy.parent,
      source: 'policy' as const,
      sourceRef: policy.id,
    }))
}
