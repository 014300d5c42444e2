import type { Alert } from '../alert/alert.js'
import { compileFilter } from '../filter/compile-filter.js'
import type { Policy } from './policy.js'

/** A policy with its compiled filter. */
export interface CompiledPolicy<Kind extends Policy> {
  readonly policy: Kind
  readonly matches: (alert: Alert) => boolean
}

/**
 * Compiles the filters of policies.
 *
 * @param known policies that were compiled earlier; if a known policy has the same filter, the compiled filter of the
 *   known policy is reused
 */
export function compilePolicies<Kind extends Policy>(
  policies: readonly Kind[],
  known: readonly CompiledPolicy<Kind>[] = [],
): readonly CompiledPolicy<Kind>[] {
  const compiled = new Map(known.map(({ policy, matches }) => [JSON.stringify(policy.filters), matches]))
  return policies.map((policy) => ({
    policy,
    matches: compiled.get(JSON.stringify(policy.filters)) ?? compileFilter(policy.filters),
  }))
}
