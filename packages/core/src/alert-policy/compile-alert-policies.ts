import { compileFilter, type SubjectTest } from '../filter/compile-filter.js'
import { compileMismatch, type Mismatch } from '../filter/compile-mismatch.js'
import type { AlertPolicy } from './alert-policy.js'
import { compareAlertPolicies } from './compare-alert-policies.js'
import { type CompiledAction, compileAction } from './compile-action.js'

/** An alert policy with its compiled filter and actions. */
export interface CompiledAlertPolicy {
  readonly policy: AlertPolicy
  readonly matches: SubjectTest
  readonly actions: readonly CompiledAction[]
  /** Says why an alert does not match. Compiled when it is first called. */
  readonly mismatch: Mismatch
}

/** Compiled alert policies, in the order in which they run: by `order`, then createTime, then id. */
export class CompiledAlertPolicies {
  readonly all: readonly CompiledAlertPolicy[]
  readonly #boundTo: ReadonlySet<string | null>
  /**
   * The lists that `of` has returned, by webhook id. Webhooks that no policy names share the list with the key `null`.
   */
  readonly #lists = new Map<string | null, readonly CompiledAlertPolicy[]>()

  constructor(all: readonly CompiledAlertPolicy[]) {
    this.all = all
    this.#boundTo = new Set(all.map(({ policy }) => policy.webhookId))
  }

  /** Returns the policies for the alerts of a webhook. `null` = the alerts were sent to `POST /api/alert`. */
  of(webhookId: string | null): readonly CompiledAlertPolicy[] {
    const origin = this.#boundTo.has(webhookId) ? webhookId : null
    const known = this.#lists.get(origin)
    if (known !== undefined) return known
    const list = this.all.filter(({ policy }) => policy.webhookId === null || policy.webhookId === origin)
    this.#lists.set(origin, list)
    return list
  }
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
  const compiled = new Map(known?.all.map((each) => [compiledText(each.policy), each]))
  return new CompiledAlertPolicies(
    policies
      .toSorted(compareAlertPolicies)
      .map((policy) => ({ ...(compiled.get(compiledText(policy)) ?? compileAlertPolicy(policy)), policy })),
  )
}

function compiledText({ filters, actions }: AlertPolicy): string {
  return JSON.stringify([filters, actions])
}

function compileAlertPolicy({ filters, actions }: AlertPolicy): Omit<CompiledAlertPolicy, 'policy'> {
  let mismatch: Mismatch | undefined
  return {
    matches: compileFilter(filters),
    actions: actions.map(compileAction),
    mismatch: (subject) => {
      mismatch ??= compileMismatch(filters)
      return mismatch(subject)
    },
  }
}
