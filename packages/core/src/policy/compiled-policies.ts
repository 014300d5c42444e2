import type { Alert } from '../alert/alert.js'
import { type CompiledFilter, compileForIndex } from '../filter/compile-filter.js'
import { FilterIndex } from '../filter/filter-index.js'
import type { Policy } from './policy.js'

/** A policy with its compiled filter. */
export interface CompiledPolicy<Kind extends Policy> extends CompiledFilter {
  readonly policy: Kind
}

/** Policies with compiled filters. */
export class CompiledPolicies<Kind extends Policy> {
  readonly all: readonly CompiledPolicy<Kind>[]
  readonly #index: FilterIndex<CompiledPolicy<Kind>>

  constructor(all: readonly CompiledPolicy<Kind>[]) {
    this.all = all
    this.#index = new FilterIndex(all)
  }

  /** The policies that match an alert, in their order. A policy is evaluated only when the caller asks for it. */
  *matching(alert: Alert): Iterable<Kind> {
    for (const { policy, matches } of this.#index.candidates(alert)) if (matches(alert)) yield policy
  }
}

/**
 * Compiles the filters of policies.
 *
 * @param known policies that were compiled earlier; if a known policy has the same filter, the compiled filter of the
 *   known policy is reused
 */
export function compilePolicies<Kind extends Policy>(
  policies: readonly Kind[],
  known?: CompiledPolicies<Kind>,
): CompiledPolicies<Kind> {
  const compiled = new Map(known?.all.map((each) => [JSON.stringify(each.policy.filters), each]))
  return new CompiledPolicies(
    policies.map((policy) => ({
      ...(compiled.get(JSON.stringify(policy.filters)) ?? compileForIndex(policy.filters)),
      policy,
    })),
  )
}
