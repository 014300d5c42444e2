import { compileTest } from '../filter/compile-filter.js'
import { compileMismatch, type FindMismatch } from '../filter/compile-mismatch.js'
import { type CompiledPolicy, compileEach } from '../policy/compile-policies.js'
import { type CountedTest, runWithoutPauses, testUntil } from '../work-meter.js'
import type { AlertInProgress } from './alert-in-progress.js'
import { type AlertPolicy, compareAlertPolicies } from './alert-policy.js'
import { compileAction } from './compile-action.js'

/** An alert policy with its compiled filter and actions. */
export interface CompiledAlertPolicy extends CompiledPolicy<AlertPolicy> {
  /** Applies the actions to an alert. Returns true if the alert is dropped. */
  readonly apply: CountedTest<AlertInProgress>
  /** Says why an alert does not match. The first call compiles this function. */
  readonly mismatch: FindMismatch
}

/** Compiled alert policies, in the order in which they run: by `order`, then createTime, then id. */
export class CompiledAlertPolicies {
  readonly all: readonly CompiledAlertPolicy[]
  readonly #byWebhook = new Map<string | null, readonly CompiledAlertPolicy[]>()

  constructor(all: readonly CompiledAlertPolicy[]) {
    this.all = all
  }

  /** Returns the policies for the alerts of a webhook; `null` = for the alerts of `POST /api/alert`. */
  policiesFor(webhookId: string | null): readonly CompiledAlertPolicy[] {
    const cached = this.#byWebhook.get(webhookId)
    if (cached !== undefined) return cached
    const applied = this.all.filter((compiled) => appliesTo(compiled, webhookId))
    this.#byWebhook.set(webhookId, applied)
    return applied
  }
}

/** True if the policy applies to the alerts of this webhook; `null` = the alerts of `POST /api/alert`. */
export function appliesTo({ policy }: CompiledAlertPolicy, webhookId: string | null): boolean {
  return policy.webhookId === null || policy.webhookId === webhookId
}

/**
 * Compiles alert policies.
 *
 * @param earlier policies that were compiled earlier. If one of them has the same filter and actions as a policy, its
 *   compiled filter and actions are reused
 */
export function compileAlertPolicies(
  policies: readonly AlertPolicy[],
  earlier?: CompiledAlertPolicies,
): CompiledAlertPolicies {
  return runWithoutPauses(compileInSteps(policies, earlier))
}

/** Like {@link compileAlertPolicies}, but yields for pauses. */
export function* compileInSteps(
  policies: readonly AlertPolicy[],
  earlier?: CompiledAlertPolicies,
): Generator<undefined, CompiledAlertPolicies> {
  const sorted = policies.toSorted(compareAlertPolicies)
  return new CompiledAlertPolicies(
    yield* compileEach(sorted, earlier?.all ?? [], compileAlertPolicy, ['filters', 'actions']),
  )
}

function compileAlertPolicy({ filters, actions }: AlertPolicy): Omit<CompiledAlertPolicy, 'policy'> {
  const compiled = actions.map(compileAction)
  let mismatch: FindMismatch | undefined
  return {
    test: compileTest(filters),
    apply: (alert, meter) => testUntil(true, compiled, alert, meter),
    mismatch: (subject, meter) => {
      mismatch ??= compileMismatch(filters)
      return mismatch(subject, meter)
    },
  }
}
