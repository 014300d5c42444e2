import type { ArrivingAlert } from '../alert/arriving-alert.js'
import { isRest, type Rest, type Stepwise, testUntil, type WorkMeter } from '../work-meter.js'
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
 * Yields for pauses.
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
  const droppedBy = trace === undefined ? yield* runCandidates(run) : yield* runTraced(run, trace)
  return droppedBy === undefined ? { alert: alert.alert } : { droppedBy }
}

interface Run extends AppliedPolicies {
  readonly alert: AlertInProgress
  readonly meter: WorkMeter
}

/**
 * Runs the policies that match the alert. After a policy has changed the alert, the alert may match other policies than
 * before, so the policies that follow are looked up again. After {@link LOOK_UPS} look-ups, all policies that follow
 * are evaluated: otherwise an alert that every policy changes would need as many look-ups as there are policies.
 *
 * @returns the policy that dropped the alert; `undefined` if no policy dropped the alert
 */
function* runCandidates(run: Run): Generator<undefined, AlertPolicy | undefined> {
  const { policies, webhookId, alert, meter } = run
  let from = 0
  for (let lookUps = 0; ; lookUps++) {
    const isLookUp = lookUps < LOOK_UPS
    const candidates = isLookUp
      ? policies.candidates(alert.alert, webhookId, { from, meter })
      : policies.all.slice(from).filter((compiled) => appliesTo(compiled, webhookId))
    const found = isRest(candidates) ? yield* candidates : candidates
    const changing = yield* runUntilChange(found, run, isLookUp)
    if (changing === undefined) return undefined
    if (changing.drops) return changing.compiled.policy
    from = changing.compiled.place + 1
  }
}

/**
 * Runs policies until one of them drops the alert or, if `isLookUp` is true, until one of them changes it.
 *
 * @returns this policy; `undefined` if there is none
 */
function* runUntilChange(
  found: readonly CompiledAlertPolicy[],
  { alert, meter }: Run,
  isLookUp: boolean,
): Rest<{ readonly compiled: CompiledAlertPolicy; readonly drops: boolean } | undefined> {
  const { writes } = alert
  for (const compiled of found) {
    const run = isDroppedBy(compiled, alert, meter)
    const drops = isRest(run) ? yield* run : run
    if (drops || (isLookUp && alert.writes !== writes)) return { compiled, drops }
  }
  return undefined
}

/** Runs a policy on an alert if it matches the alert. */
function isDroppedBy(
  { test, actions }: CompiledAlertPolicy,
  alert: AlertInProgress,
  meter: WorkMeter,
): Stepwise<boolean> {
  const matched = test(alert.alert, meter)
  if (isRest(matched)) return matchedRest(matched, () => testUntil(true, actions, alert, meter))
  return matched && testUntil(true, actions, alert, meter)
}

function* matchedRest(matched: Rest<boolean>, apply: () => Stepwise<boolean>): Rest<boolean> {
  if (!(yield* matched)) return false
  const dropped = apply()
  return isRest(dropped) ? yield* dropped : dropped
}

function* runTraced(run: Run, trace: AlertPolicyRun[]): Generator<undefined, AlertPolicy | undefined> {
  const { policies, alert, meter } = run
  let droppedBy: AlertPolicy | undefined
  for (const compiled of policies.all) {
    const { policy } = compiled
    const entry = { policyId: policy.id, name: policy.name, matched: false, changes: [], dropped: false }
    const reason =
      droppedBy === undefined ? yield* reasonAgainst(compiled, run) : `the policy ${droppedBy.name} dropped the alert`
    if (meter.spend(STEPS_OF_ENTRY)) yield
    if (reason !== undefined) {
      trace.push({ ...entry, reason })
      continue
    }
    alert.recordChanges()
    const applied = testUntil(true, compiled.actions, alert, meter)
    const dropped = isRest(applied) ? yield* applied : applied
    if (dropped) droppedBy = policy
    trace.push({ ...entry, matched: true, reason: null, changes: yield* alert.takeChanges(meter), dropped })
  }
  return droppedBy
}

/** The steps of a {@link WorkMeter} for one entry of a trace. */
const STEPS_OF_ENTRY = 20

/** Why a policy does not run; `undefined` if it runs. */
function* reasonAgainst(
  compiled: CompiledAlertPolicy,
  { alert, webhookId, meter }: Run,
): Generator<undefined, string | undefined> {
  if (appliesTo(compiled, webhookId)) return yield* compiled.mismatch(alert.alert, meter)
  return `it applies only to the webhook ${compiled.policy.webhookId}`
}
