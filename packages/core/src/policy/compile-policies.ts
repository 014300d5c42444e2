import { compileTest } from '../filter/compile-filter.js'
import { type CountedTest, WorkMeter } from '../work-meter.js'
import type { Policy } from './policy.js'

/** A policy with its compiled filter. */
export interface CompiledPolicy<Kind extends Policy> {
  readonly policy: Kind
  readonly test: CountedTest<object>
}

/** How many steps to count on a {@link WorkMeter} for trying one policy, without the clauses of its filter. */
export const STEPS_OF_POLICY = 30

/** Compiles the filters of policies. Yields for pauses. Reuses the filters of `known`, as {@link compileEach} does. */
export function compilePolicies<Kind extends Policy>(
  policies: readonly Kind[],
  known: readonly CompiledPolicy<Kind>[] = [],
): Generator<undefined, readonly CompiledPolicy<Kind>[]> {
  return compileEach(policies, known, ({ filters }) => ({ test: compileTest(filters) }), ['filters'])
}

/** How many steps to count on a {@link WorkMeter} for each character of a policy that is compiled. */
const STEPS_OF_COMPILING = 100

/**
 * Compiles policies, in their order. Yields for pauses.
 *
 * @param known policies that were compiled earlier. If a known policy has the same fields, its compiled form is reused
 * @param compile returns the compiled form of a policy
 * @param fields the fields that `compile` reads
 */
export function* compileEach<Kind extends Policy, Form extends object>(
  policies: readonly Kind[],
  known: readonly (Form & { readonly policy: Kind })[],
  compile: (policy: Kind) => Form,
  fields: readonly (keyof Kind)[],
): Generator<undefined, readonly (Form & { readonly policy: Kind })[]> {
  const meter = new WorkMeter()
  const textOf = (policy: Kind) => JSON.stringify(fields.map((field) => policy[field]))
  const compiled = new Map<string, Form>()
  for (const each of known) {
    const text = textOf(each.policy)
    compiled.set(text, each)
    if (meter.spend(text.length)) yield
  }
  const all: (Form & { readonly policy: Kind })[] = []
  for (const policy of policies) {
    const text = textOf(policy)
    const reused = compiled.get(text)
    if (meter.spend(text.length * (reused === undefined ? STEPS_OF_COMPILING : 1))) yield
    all.push({ ...(reused ?? compile(policy)), policy })
  }
  return all
}
