import type { Alert } from '../alert/alert.js'
import { type CompiledFilter, compileForIndex } from '../filter/compile-filter.js'
import { FilterIndex } from '../filter/filter-index.js'
import { WorkMeter } from '../work-meter.js'
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

  /** The first policy that matches an alert. Yields for pauses. */
  *first(alert: Alert, meter: WorkMeter): Generator<undefined, Kind | undefined> {
    for (const { policy, steps } of yield* this.#index.candidates(alert, meter)) {
      if (yield* steps(alert, meter)) return policy
    }
    return undefined
  }

  /** The policies that match an alert, in their order. Yields for pauses. */
  *matching(alert: Alert, meter: WorkMeter): Generator<undefined, readonly Kind[]> {
    const matching: Kind[] = []
    for (const { policy, steps } of yield* this.#index.candidates(alert, meter)) {
      if (yield* steps(alert, meter)) matching.push(policy)
    }
    return matching
  }
}

/**
 * Compiles the filters of policies. Yields for pauses.
 *
 * @param known policies that were compiled earlier; if a known policy has the same filter, the compiled filter of the
 *   known policy is reused
 */
export function* compilePolicies<Kind extends Policy>(
  policies: readonly Kind[],
  known?: CompiledPolicies<Kind>,
): Generator<undefined, CompiledPolicies<Kind>> {
  const meter = new WorkMeter()
  const compiled = new Map<string, CompiledFilter>()
  for (const each of known?.all ?? []) {
    const text = JSON.stringify(each.policy.filters)
    compiled.set(text, each)
    if (meter.spend(text.length)) yield
  }
  const all: CompiledPolicy<Kind>[] = []
  for (const policy of policies) {
    const text = JSON.stringify(policy.filters)
    const reused = compiled.get(text)
    if (meter.spend(text.length * (reused === undefined ? STEPS_OF_COMPILING : 1))) yield
    all.push({ ...(reused ?? compileForIndex(policy.filters)), policy })
  }
  return new CompiledPolicies(all)
}

/** The steps of a {@link WorkMeter} for each character of a filter that is compiled. */
const STEPS_OF_COMPILING = 100
