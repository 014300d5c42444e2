import type { Alert } from '../alert/alert.js'
import type { WorkMeter } from '../work-meter.js'
import type { CompiledPolicies } from './compiled-policies.js'
import type { RelationPolicy } from './policy.js'

/** A relation that a policy creates. */
interface PolicyRelation extends Pick<Alert, 'environment' | 'resource'> {
  readonly parent: string
  readonly source: 'policy'
  /** The id of the policy. */
  readonly sourceRef: string
}

/**
 * The relations that policies create for a received alert (rules.md#relation-policies). A policy whose parent is the
 * alert's own resource creates no relation. Yields for pauses.
 */
export function* relationsByPolicy(
  alert: Alert,
  policies: CompiledPolicies<RelationPolicy>,
  meter: WorkMeter,
): Generator<undefined, readonly PolicyRelation[]> {
  const { environment, resource } = alert
  const matching = yield* policies.matching(alert, meter)
  return matching
    .filter(({ parent }) => parent !== resource)
    .map(({ id, parent }) => ({ environment, resource, parent, source: 'policy' as const, sourceRef: id }))
}
