import { compileTest } from '../filter/compile-filter.js'
import { type CountedTest, WorkMeter } from '../work-meter.js'
import type { Policy } from './policy.js'

/** A policy with its compiled filter. */
export interface CompiledPolicy<Kind extends Policy> {
  readonly policy: Kind
  readonly test: CountedTest<object>
}

/** The steps to count on a {@link WorkMeter} for testing one policy. The clauses of its filter count in addition. */
export const STEPS_PER_POLICY = 30

/**
 * Compiles the filters of policies. Reuses the filters of `earlier`, as {@link compileEach} does. Yields for pauses.
 */
export function compilePolicies<Kind extends Policy>(
  policies: readonly Kind[],
  earlier: readonly CompiledPolicy<Kind>[] = [],
): Generator<undefined, readonly CompiledPolicy<Kind>[]> {
  return compileEach(policies, earlier, ({ filters }) => ({ test: compileTest(filters) }), ['filters'])
}

/** The steps to count on a {@link WorkMeter} for compiling one character of a policy. */
const STEPS_PER_COMPILED_CHARACTER = 100

/**
 * Compiles policies, in their order. Yields for pauses.
 *
 * @param earlier policies that were compiled earlier. If one of them has the same `fields`, its compiled form is reused
 * @param compile returns the compiled form of a policy
 * @param fields the fields that `compile` reads
 */
export function* compileEach<Kind extends Policy, Form extends object>(
  policies: readonly Kind[],
  earlier: readonly (Form & { readonly policy: Kind })[],
  compile: (policy: Kind) => Form,
  fields: readonly (keyof Kind)[],
): Generator<undefined, readonly (Form & { readonly policy: Kind })[]> {
  const meter = new WorkMeter()
  const textOf = (policy: Kind) => JSON.stringify(fields.map((field) => policy[field]))
  const compiled = new Map<string, Form>()
  for (const each of earlier) {
    const text = textOf(each.policy)
    compiled.set(text, each)
    if (meter.spend(text.length)) yield
  }
  const all: (Form & { readonly policy: Kind })[] = []
  for (const policy of policies) {
    const text = textOf(policy)
    const reused = compiled.get(text)
    if (meter.spend(text.length * (reused === undefined ? STEPS_PER_COMPILED_CHARACTER : 1))) yield
    all.push({ ...(reused ?? compile(policy)), policy })
  }
  return all
}
