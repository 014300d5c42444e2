import type { ArrivingAlert } from '../alert/arriving-alert.js'
import { type CompiledFilter, compileForIndex } from '../filter/compile-filter.js'
import { compileMismatch, type Mismatch } from '../filter/compile-mismatch.js'
import { FilterIndex } from '../filter/filter-index.js'
import { groupBy } from '../group-by.js'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import type { AlertPolicy } from './alert-policy.js'
import { compareAlertPolicies } from './compare-alert-policies.js'
import { type CompiledAction, compileAction } from './compile-action.js'

/** An alert policy with its compiled filter and actions. */
export interface CompiledAlertPolicy extends CompiledFilter {
  readonly policy: AlertPolicy
  /** The place of the policy in the list of all policies. */
  readonly place: number
  readonly actions: readonly CompiledAction[]
  /** Says why an alert does not match. Compiled when it is first called. */
  readonly mismatch: Mismatch
}

/** Compiled alert policies, in the order in which they run: by `order`, then createTime, then id. */
export class CompiledAlertPolicies {
  readonly all: readonly CompiledAlertPolicy[]
  /** The policies by webhook id. Policies for the alerts of every origin have the key `null`. */
  readonly #groups: ReadonlyMap<string | null, readonly CompiledAlertPolicy[]>
  /** An index of each group. It is built when it is first used. */
  readonly #indexes = new Map<string | null, FilterIndex<CompiledAlertPolicy>>()

  constructor(all: readonly CompiledAlertPolicy[]) {
    this.all = all
    this.#groups = groupBy(all, ({ policy }) => policy.webhookId)
  }

  /** True if at least one policy applies to the alerts of the webhook; `null` = the alerts of `POST /api/alert`. */
  hasAny(webhookId: string | null): boolean {
    return this.#groups.has(null) || this.#groups.has(webhookId)
  }

  /**
   * Returns the policies that may match an alert, in their order. No other policy from the place `from` on applies to
   * the alert and matches it. Yields for pauses.
   *
   * @param webhookId the webhook that received the alert; `null` = it was sent to `POST /api/alert`
   */
  *candidates(
    alert: ArrivingAlert,
    webhookId: string | null,
    { from, meter }: { readonly from: number; readonly meter: WorkMeter },
  ): Generator<undefined, readonly CompiledAlertPolicy[]> {
    const shared = yield* this.#indexOf(null).candidates(alert, meter)
    const own = webhookId === null ? [] : yield* this.#indexOf(webhookId).candidates(alert, meter)
    return [...shared, ...own].filter(({ place }) => place >= from).sort((left, right) => left.place - right.place)
  }

  #indexOf(webhookId: string | null): FilterIndex<CompiledAlertPolicy> {
    const known = this.#indexes.get(webhookId)
    if (known !== undefined) return known
    const index = new FilterIndex(this.#groups.get(webhookId) ?? [])
    this.#indexes.set(webhookId, index)
    return index
  }
}

/**
 * True if the policy applies to the alerts of this webhook; `null` = to the alerts that are sent to `POST /api/alert`.
 */
export function appliesTo({ policy }: CompiledAlertPolicy, webhookId: string | null): boolean {
  return policy.webhookId === null || policy.webhookId === webhookId
}

/**
 * Compiles alert policies.
 *
 * @param known policies that were compiled earlier. If a policy has the same filter and actions as a known policy, the
 *   compiled filter and actions of the known policy are used again
 */
export function compileAlertPolicies(
  policies: readonly AlertPolicy[],
  known?: CompiledAlertPolicies,
): CompiledAlertPolicies {
  return runWithoutPauses(compileInSteps(policies, known))
}

/** Like {@link compileAlertPolicies}, but yields for pauses. */
export function* compileInSteps(
  policies: readonly AlertPolicy[],
  known?: CompiledAlertPolicies,
): Generator<undefined, CompiledAlertPolicies> {
  const meter = new WorkMeter()
  const compiled = new Map<string, Omit<CompiledAlertPolicy, 'policy' | 'place'>>()
  for (const each of known?.all ?? []) {
    const text = compiledText(each.policy)
    compiled.set(text, each)
    if (meter.spend(text.length)) yield
  }
  const all: CompiledAlertPolicy[] = []
  for (const [place, policy] of policies.toSorted(compareAlertPolicies).entries()) {
    const text = compiledText(policy)
    const reused = compiled.get(text)
    if (meter.spend(text.length * (reused === undefined ? STEPS_OF_COMPILING : 1))) yield
    all.push({ ...(reused ?? compileAlertPolicy(policy)), policy, place })
  }
  return new CompiledAlertPolicies(all)
}

/** The steps of a {@link WorkMeter} for each character of a policy that is compiled. */
const STEPS_OF_COMPILING = 100

function compiledText({ filters, actions }: AlertPolicy): string {
  return JSON.stringify([filters, actions])
}

function compileAlertPolicy({ filters, actions }: AlertPolicy): Omit<CompiledAlertPolicy, 'policy' | 'place'> {
  let mismatch: Mismatch | undefined
  return {
    ...compileForIndex(filters),
    actions: actions.map(compileAction),
    mismatch: (subject, meter) => {
      mismatch ??= compileMismatch(filters)
      return mismatch(subject, meter)
    },
  }
}
