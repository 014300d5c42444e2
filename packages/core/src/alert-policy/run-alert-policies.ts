import type { ArrivingAlert } from '../alert/arriving-alert.js'
import { STEPS_PER_POLICY } from '../policy/compile-policies.js'
import { isRest, type WorkMeter } from '../work-meter.js'
import { AlertInProgress, type FieldChange } from './alert-in-progress.js'
import type { AlertPolicy } from './alert-policy.js'
import { appliesTo, CompiledAlertPolicies, type CompiledAlertPolicy } from './compile-alert-policies.js'

/** Alert policies, and where the alerts on which they run come from. */
export interface AppliedPolicies {
  readonly policies: CompiledAlertPolicies
  /** The webhook that received the alerts; `null` = they were sent to `POST /api/alert`. */
  readonly webhookId: string | null
}

// The mark `PURE` lets a bundler leave out a call whose result a program does not use. The bundler can then leave out
// the engine for regular expressions too.
export const NO_POLICIES: AppliedPolicies = { policies: /* @__PURE__ */ new CompiledAlertPolicies([]), webhookId: null }

/** The alert after all policies, or the policy that dropped it. */
export type PolicyResult = { readonly alert: ArrivingAlert } | { readonly droppedBy: AlertPolicy }

/** The effect of one policy on an alert. */
export interface AlertPolicyRun {
  readonly policyId: string
  readonly name: string
  readonly matched: boolean
  /** Why the policy did not run; `null` if it did. */
  readonly reason: string | null
  /** The fields that the policy changed. */
  readonly changes: readonly FieldChange[]
  /** True if the policy dropped the alert. */
  readonly dropped: boolean
}

/**
 * Runs the policies on an arriving alert, in their order (rules.md#running-alert-policies). Each policy sees the alert
 * as the policies before it have changed it. `test/naive-alert-policies.ts` implements the same rules in the simplest
 * way. The values of the alert must satisfy `isJson`, which limits their nesting. Yields for pauses.
 *
 * @param trace if given, gets an entry for each policy, in order. If left out, no memory is used for policies that do
 *   not match
 */
export function* runAlertPolicies(
  applied: AppliedPolicies,
  arriving: ArrivingAlert,
  meter: WorkMeter,
  trace?: AlertPolicyRun[],
): Generator<undefined, PolicyResult> {
  const alert = new AlertInProgress(arriving)
  const run = { ...applied, alert, meter }
  const droppedBy = trace === undefined ? yield* runUntilDrop(run) : yield* runWithTrace(run, trace)
  return droppedBy === undefined ? { alert: alert.alert } : { droppedBy }
}

interface PolicyRunInput extends AppliedPolicies {
  readonly alert: AlertInProgress
  readonly meter: WorkMeter
}

/** Returns the policy that dropped the alert; `undefined` if no policy dropped it. */
function* runUntilDrop({
  policies,
  webhookId,
  alert,
  meter,
}: PolicyRunInput): Generator<undefined, AlertPolicy | undefined> {
  for (const { policy, test, apply } of policies.policiesFor(webhookId)) {
    if (meter.spend(STEPS_PER_POLICY)) yield
    const matches = test(alert.alert, meter)
    const dropped = (isRest(matches) ? yield* matches : matches) && apply(alert, meter)
    if (isRest(dropped) ? yield* dropped : dropped) return policy
  }
  return undefined
}

/** Like {@link runUntilDrop}, but adds an entry to the trace for each policy, even if it does not run. */
function* runWithTrace(run: PolicyRunInput, trace: AlertPolicyRun[]): Generator<undefined, AlertPolicy | undefined> {
  const { policies, alert, meter } = run
  let droppedBy: AlertPolicy | undefined
  for (const compiled of policies.all) {
    const { policy } = compiled
    const entry = { policyId: policy.id, name: policy.name, matched: false, changes: [], dropped: false }
    const reason =
      droppedBy === undefined
        ? yield* findMismatchReason(compiled, run)
        : `the policy ${droppedBy.name} dropped the alert`
    if (meter.spend(STEPS_PER_POLICY)) yield
    if (reason !== undefined) {
      trace.push({ ...entry, reason })
      continue
    }
    alert.recordChanges()
    const applied = compiled.apply(alert, meter)
    const dropped = isRest(applied) ? yield* applied : applied
    if (dropped) droppedBy = policy
    trace.push({ ...entry, matched: true, reason: null, changes: yield* alert.takeChanges(meter), dropped })
  }
  return droppedBy
}

/** Returns the reason why a policy does not run; `undefined` if it runs. */
function* findMismatchReason(
  compiled: CompiledAlertPolicy,
  { alert, webhookId, meter }: PolicyRunInput,
): Generator<undefined, string | undefined> {
  if (appliesTo(compiled, webhookId)) return yield* compiled.mismatch(alert.alert, meter)
  return `it applies only to the webhook ${compiled.policy.webhookId}`
}
