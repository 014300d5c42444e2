import type { ArrivingAlert } from '../alert/arriving-alert.js'
import { AlertInProgress, type FieldChange } from './alert-in-progress.js'
import type { AlertPolicy } from './alert-policy.js'
import { appliesTo, CompiledAlertPolicies, type CompiledAlertPolicy } from './compile-alert-policies.js'

/** Alert policies, and the origin of the alerts on which they run. */
export interface AppliedPolicies {
  readonly policies: CompiledAlertPolicies
  /** The webhook that received the alerts; `null` = they were sent to `POST /api/alert`. */
  readonly webhookId: string | null
}

/** The maximum number of look-ups of policies for one alert. */
const LOOK_UPS = 8

// Bundlers leave out a pure call that nobody uses, and with it the regular expression engine that policies need.
export const NO_POLICIES: AppliedPolicies = { policies: /* @__PURE__ */ new CompiledAlertPolicies([]), webhookId: null }

/** The alert after all policies, or the policy that dropped it. */
export type PolicyResult = { readonly alert: ArrivingAlert } | { readonly droppedBy: AlertPolicy }

/** What one policy did with an alert. */
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
 * as the policies before it have changed it. The values of the alert must satisfy `isJson`, which limits their nesting.
 *
 * @param trace if given, gets an entry for each policy, in order. If left out, no memory is used for policies that do
 *   not match
 */
export function runAlertPolicies(
  applied: AppliedPolicies,
  arriving: ArrivingAlert,
  trace?: AlertPolicyRun[],
): PolicyResult {
  const alert = new AlertInProgress(arriving)
  const droppedBy = trace === undefined ? run(applied, alert) : runTraced(applied, alert, trace)
  return droppedBy === undefined ? { alert: alert.alert } : { droppedBy }
}

/** Returns the policy that dropped the alert; `undefined` if no policy dropped the alert. */
function run(applied: AppliedPolicies, alert: AlertInProgress): AlertPolicy | undefined {
  for (const compiled of candidates(applied, alert)) {
    if (compiled.matches(alert.alert) && applyActions(compiled, alert)) return compiled.policy
  }
  return undefined
}

/**
 * The policies that may match the alert, in order. After a policy has changed the alert, it may match other policies
 * than before, so the policies that follow are looked up again. After {@link LOOK_UPS} look-ups, all policies that
 * follow are evaluated: otherwise an alert that every policy changes would need as many look-ups as there are policies.
 */
function* candidates({ policies, webhookId }: AppliedPolicies, alert: AlertInProgress): Iterable<CompiledAlertPolicy> {
  let next = 0
  for (let lookUps = 0; lookUps < LOOK_UPS; lookUps++) {
    const { writes } = alert
    for (const compiled of policies.candidates(alert.alert, webhookId, next)) {
      yield compiled
      next = compiled.place + 1
      if (alert.writes !== writes) break
    }
    if (alert.writes === writes) return
  }
  yield* policies.all.slice(next).filter((compiled) => appliesTo(compiled, webhookId))
}

function runTraced(
  { policies, webhookId }: AppliedPolicies,
  alert: AlertInProgress,
  trace: AlertPolicyRun[],
): AlertPolicy | undefined {
  let droppedBy: AlertPolicy | undefined
  for (const compiled of policies.all) {
    const { policy } = compiled
    const entry = { policyId: policy.id, name: policy.name, matched: false, changes: [], dropped: false }
    const reason =
      droppedBy === undefined
        ? reasonAgainst(compiled, alert, webhookId)
        : `the policy ${droppedBy.name} dropped the alert`
    if (reason !== undefined) {
      trace.push({ ...entry, reason })
      continue
    }
    let dropped = false
    const changes = alert.recorded(() => {
      dropped = applyActions(compiled, alert)
    })
    if (dropped) droppedBy = policy
    trace.push({ ...entry, matched: true, reason: null, changes, dropped })
  }
  return droppedBy
}

/** Why a policy does not run; `undefined` if it runs. */
function reasonAgainst(
  compiled: CompiledAlertPolicy,
  { alert }: AlertInProgress,
  webhookId: string | null,
): string | undefined {
  if (appliesTo(compiled, webhookId)) return compiled.mismatch(alert)
  return `it applies only to the webhook ${compiled.policy.webhookId}`
}

/** Returns true if the alert is dropped. */
function applyActions({ actions }: CompiledAlertPolicy, alert: AlertInProgress): boolean {
  for (const apply of actions) if (apply(alert)) return true
  return false
}
